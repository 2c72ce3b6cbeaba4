/** Each way in which a post fails, in each operation that may send it again or says whether to. */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { waitForPostOperation } from '../../../nodes/Postiz/actions/post/waitForPost';
import { toFailureFields } from '../../../nodes/Postiz/calendar/failures/explainFailure';
import { fetchCompleteParts, type PublicPart } from '../../../nodes/Postiz/calendar/publicPost';
import { formatFingerprint } from '../../../nodes/Postiz/common/fingerprint';
import type { DesiredPost } from '../../../nodes/Postiz/posts/desiredPost';
import type { PlannedPost } from '../../../nodes/Postiz/posts/plannedPost';
import type { UpdateForm } from '../../../nodes/Postiz/posts/updateForm';
import { decide } from '../../../nodes/Postiz/publishing/match/decide';
import { fetchCalendar } from '../../../nodes/Postiz/publishing/match/fetchCalendar';
import { resolveUpdate } from '../../../nodes/Postiz/publishing/resolve/resolveUpdate';
import { planUpdateOrThrow } from '../../../nodes/Postiz/publishing/send/updates/planUpdateOrThrow';
import { validateFormUpdate } from '../../../nodes/Postiz/publishing/validate/validateFormUpdate';
import type { ListedPost } from '../../../nodes/Postiz/transport/apiTypes';
import type { PostizClient } from '../../../nodes/Postiz/transport/client';
import { fetchPostEventOutput } from '../../../nodes/Postiz/trigger/eventOutput';
import { createFailedPosts, FAILURE_CASES, type FailureCase } from '../../shared/failureCases.cjs';
import { createStoredFailure } from '../../shared/failures.cjs';
import { createFake } from '../../shared/fakes.cjs';
import { createIdAt, DAY, HOUR, MINUTE } from '../../shared/time.cjs';
import { createItem, createDesiredPost } from './createItem.cjs';
import { formatTime, NO_LOOP, START as NOW } from './createListClient.cjs';

const ID = createIdAt(NOW);
const CHANNEL = { id: 'sky-1', name: 'Acme' };
const ROW = 'row';

afterEach(() => jest.restoreAllMocks());

interface Case {
	way: FailureCase;
	/** What is certainly not online may be sent again. */
	isCertain: boolean;
	listed: ListedPost;
	publicPost: object[];
}

/** In the newest source, this job publishes nothing; in 2.23, the job of the same name does. */
const hasUnknownResult = ({ type, jobs }: FailureCase) =>
	type === 'any' && jobs.join() === 'postSocialPending';
const NEVER_PUBLISHES = /^(?:instagram|threads|youtube)/;

const CASES: Case[] = FAILURE_CASES.flatMap((way) =>
	[true, ...(way.otherwise === '' ? [] : [false])].flatMap((isMet) =>
		createFailedPosts(way, isMet).map(({ how, files, parts, settings }): Case => {
			const network = way.network === '*' ? 'slack' : way.network;
			const integration = { ...CHANNEL, providerIdentifier: network };
			const listed = createFake<ListedPost>({
				id: ID,
				content: 'Tea',
				publishDate: formatTime(NOW - MINUTE),
				state: 'ERROR',
				integration,
				settings: {},
			});
			const image = Array.from({ length: files }, () => ({
				id: 'a',
				path: 'https://a.example/b.png',
			}));
			const publicPost = Array.from({ length: parts }, (_, index) => ({
				id: index === 0 ? ID : `${index}`,
				content: 'Tea',
				state: 'ERROR',
				tags: [],
				image,
				settings,
				integration,
				publishDate: listed.publishDate,
				error: createStoredFailure(how, network),
				updatedAt: formatTime(NOW),
			}));
			const online = isMet ? way.online : way.otherwise;
			const isUnknown = hasUnknownResult(way) && !NEVER_PUBLISHES.test(network);
			return { way, isCertain: online === 'nothing' && !isUnknown, listed, publicPost };
		}),
	),
);

const createClient = ({ listed, publicPost }: Pick<Case, 'listed' | 'publicPost'>): PostizClient =>
	createFake<PostizClient>({
		instance: { clockOffset: 0 },
		serviceNow: () => NOW,
		getPublicPageUrl: () => null,
		requestList: async () => await Promise.resolve([listed]),
		request: async () => await Promise.resolve(publicPost),
		fetchChannels: async () => await Promise.resolve([{ ...CHANNEL, identifier: 'x' }]),
	});

/** The action for a desired post. */
async function match(desired: DesiredPost, found: Case): Promise<PlannedPost['action']> {
	const isUpsert = desired.fingerprint.rowIdDigest !== null;
	const snapshot = await fetchCalendar([desired], {
		client: createClient(found),
		startedAt: NOW,
		isUpsert,
	} as never);
	const plannedPosts = decide([desired], {
		...snapshot,
		isUpsert,
		isRepeatedOnPurpose: false,
		fileComparisons: new Map(),
		loopHistory: NO_LOOP,
	});
	return plannedPosts[0].action;
}

/** A post with the fingerprint of its row. */
const createWithFingerprint = (found: Case, time: number | null, rowId: string | null) => {
	const content = {
		minute: time === null ? null : formatTime(time).slice(0, 16),
		textDigest: 't',
		filesDigest: 'f',
		detailsDigest: 'details',
	};
	const own = { ...content, isDraft: false, rowIdDigest: rowId };
	const parts = found.publicPost.length;
	const settings = { n8n: formatFingerprint({ ...own, sendId: 'k', partCount: parts }) };
	const listed = createFake<ListedPost>({ ...found.listed, settings });
	return { found: { ...found, listed }, fingerprint: own };
};
const target = { id: CHANNEL.id, identifier: 'x', name: CHANNEL.name };

const isSentAgain = async (
	found: Case,
	time: number | null,
	rowId: string | null,
	moved = time,
) => {
	const { found: existing, fingerprint } = createWithFingerprint(found, time, rowId);
	const item = createItem({
		rowId: rowId ?? undefined,
		dateSource: time === null ? 'none' : 'fixed',
	});
	const own = { ...fingerprint, minute: moved === null ? null : formatTime(moved).slice(0, 16) };
	const desired = createDesiredPost({ item, target, fingerprint: own, time: moved ?? NOW });
	const action = await match(desired, existing);
	return action !== 'reject' && action !== 'keep';
};

const createForm = (date: string): UpdateForm => ({
	newValues: { date },
	settingChanges: [],
	allowsPastDates: false,
	notes: [],
	format: 'plain',
	dateNote: undefined,
});

async function isUpdated({ listed, publicPost, ...found }: Case): Promise<boolean> {
	const client = createClient({ listed, publicPost, ...found });
	const parts = (await fetchCompleteParts(client, ID)) as PublicPart[];
	const inspector = { inspect: async () => await Promise.resolve([]) };
	const run = { client, inspector, startedAt: NOW, timezone: 'UTC' } as never;
	const before = { ...listed, parts };
	const form = createForm(formatTime(NOW + DAY));
	const update = await resolveUpdate(before, form, run);
	const planned = planUpdateOrThrow(before, update, run);
	const { message } = await validateFormUpdate(planned, form, run).then(
		() => new Error('valid'),
		(error: Error) => error,
	);
	return !/failed in Postiz, but/.test(message);
}

async function waitFor({ listed, publicPost }: Case): Promise<string> {
	const context = createFake<IExecuteFunctions>({
		getInputData: () => [{ json: {} }],
		getNode: () => ({ type: 'n8n-nodes-postiz-publisher.postiz', parameters: {} }),
		getNodeParameter: (name: string) => (name === 'maxMinutes' ? 1 : ID),
		getTimezone: () => 'UTC',
		continueOnFail: () => false,
	});
	const waited = waitForPostOperation.execute(
		context,
		createClient({ listed, publicPost }),
		{} as never,
	);
	const { description } = await waited.then(
		() => ({ description: 'published' }),
		(error: { description: string }) => error,
	);
	return description;
}

/** What they say if a post may be online. */
const DOUBT = /(?<!^Nothing is )online|still trying/;

test.each<[string, (found: Case) => Promise<boolean>]>([
	['Create', async (found) => await isSentAgain(found, NOW + DAY, null)],
	['Create, now', async (found) => await isSentAgain(found, null, null)],
	['Create or Update', async (found) => await isSentAgain(found, NOW + DAY, ROW, NOW + 2 * DAY)],
	['Update', isUpdated],
	['Wait', async (found) => !DOUBT.test(await waitFor(found))],
	[
		'Get',
		async (found) => {
			const parts = (await fetchCompleteParts(createClient(found), ID)) as PublicPart[];
			return toFailureFields(parts, NOW).maybePublished === false;
		},
	],
	[
		'the trigger',
		async (found) => {
			const event = { name: 'postFailed' as const, post: found.listed };
			const row: IDataObject = await fetchPostEventOutput(createClient(found), event as never, {
				timezone: 'UTC',
				deadline: Date.now() + 60_000,
			});
			return row.maybePublished === false;
		},
	],
])('%s: sends only posts again that are certainly not online', async (_way, isSentAgain) => {
	const wrong: string[] = [];
	for (const found of CASES) {
		if ((await isSentAgain(found)) !== found.isCertain)
			wrong.push(
				`${found.way.network} ${found.way.type} ${found.way.jobs.join()} ${found.way.message}`,
			);
	}
	expect([CASES.length, wrong]).toEqual([535, []]);
});

test('Update leaves a post to Postiz while it is still trying, by the clock of the service', async () => {
	const [found] = CASES.filter(({ way }) => way.network === 'bluesky');
	const error = createStoredFailure(
		{ exception: 'Error', message: 'Failed to fetch video', activity: 4 },
		'bluesky',
	);
	const isRetried = { ...found, publicPost: found.publicPost.map((part) => ({ ...part, error })) };
	jest.spyOn(Date, 'now').mockReturnValue(NOW + 2 * HOUR);
	expect(await isUpdated(isRetried)).toBe(false);
});
