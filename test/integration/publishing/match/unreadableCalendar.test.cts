import type { IDataObject } from 'n8n-workflow';
import { JPEG, PNG } from '../../../shared/samples.cjs';
import { expectCalendar } from '../../support/calendarSteps.cjs';
import { type Case, describeCases } from '../../support/describeCases.cjs';
import { createThread, MAY_1, NOW, TEA, THREAD, UPSERT } from '../../support/caseInputs.cjs';
import { expectRequestCount, expectRun } from '../../support/runSteps.cjs';
import {
	injectListFault,
	injectPublicPostFault,
	USE_OLDER_RELEASE,
} from '../../support/serviceSteps.cjs';
import { changeForm, changeRow, useSheet } from '../../support/sheetSteps.cjs';

describeCases('an unreadable calendar', [
	...[403, 429, 500].map((status): Case => [
		`sends nothing if the list fails with ${status}`,
		[useSheet({}, TEA), injectListFault({ kind: 'status', status, times: 99 })],
		[expectRun('unreadableCalendar'), expectRequestCount(0)],
	]),
	[
		'sends nothing if the files of a post must be compared but are unreadable',
		[useSheet({}, { ...TEA, picture: PNG }), expectRun('created')],
		[
			changeRow({ picture: JPEG }),
			injectPublicPostFault({ kind: 'status', times: 99 }),
			expectRun('unreadableCalendar'),
			expectRequestCount(0),
		],
	],
	...['publishDate', 'id', 'integration'].map((field): Case => [
		`sends nothing if the listed posts lack ${field}`,
		[useSheet({}, TEA), expectRun('created')],
		injectListFault({
			kind: 'changedJson',
			times: 99,
			change: ({ posts }: { posts: IDataObject[] }) => posts.forEach((post) => delete post[field]),
		}),
		[expectRun('unreadableCalendar'), expectRequestCount(0)],
	]),
	...['image', 'tags'].map((field): Case => [
		`overwrites nothing if the public data of a post with a Row ID lacks ${field}`,
		[
			USE_OLDER_RELEASE,
			useSheet(UPSERT, { ...MAY_1, picture: PNG, tags: 'Launch' }),
			expectRun('created'),
		],
		injectPublicPostFault({
			kind: 'changedJson',
			times: 99,
			change: (parts: IDataObject[]) => parts.forEach((part) => delete part[field]),
		}),
		[
			changeRow({ text: 'Milk' }),
			expectRun('failed'),
			expectRequestCount(0),
			expectCalendar('Tea · png · Launch'),
		],
	]),
	...(
		[
			{ kind: 'status', status: 403 },
			{ kind: 'html502', status: 200 },
		] as const
	).flatMap((fault): Case[] => [
		[
			`rejects another picture with the same text if requests for public data fail with ${fault.status}`,
			[USE_OLDER_RELEASE, useSheet(NOW, { ...TEA, picture: PNG }), expectRun('created')],
			[
				injectPublicPostFault({ ...fault, times: 99 }),
				changeRow({ picture: JPEG }),
				expectRun('rejected: uncomparedFiles'),
			],
		],
		[
			`rejects a thread with another second part if requests for public data fail with ${fault.status}`,
			[USE_OLDER_RELEASE, useSheet({ ...NOW, ...THREAD }, TEA), expectRun('created')],
			[
				injectPublicPostFault({ ...fault, times: 99 }),
				changeForm(createThread('Other')),
				expectRun('rejected: uncomparedFiles'),
			],
		],
	]),
]);
