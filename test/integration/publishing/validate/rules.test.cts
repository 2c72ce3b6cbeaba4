import { isDeepStrictEqual } from 'node:util';

import { createUploadFile, type MediaFile } from '../../../../nodes/Postiz/media/mediaFile';
import { findNetwork, allNetworks } from '../../../../nodes/Postiz/networks';
import type { SettingField } from '../../../../nodes/Postiz/networks/networkTypes';
import type { Issue } from '../../../../nodes/Postiz/posts/issue';
import { findPostIssues } from '../../../../nodes/Postiz/publishing/validate/findPostIssues';
import {
	createPicture,
	repeat,
	createVideo,
	type PostFile,
	type Sample,
} from '../../../networks/samples.cjs';
import { rules, listNetworkRules } from '../../../networks/rules.cjs';
import type { Files } from '../../../networks/network.cjs';
import { networks } from '../../../networks/table.cjs';
import { getMaxLength, providers as known, readSettings } from '../../../service/providers.cjs';
import type { Values } from '../../../service/schema.cjs';
import { renderPublishedText } from '../../../shared/content.cjs';

/** A file of the table of rules, as the node knows it once it was measured. */
function toMediaFile({
	kind,
	ending,
	width,
	height,
	transparent,
	turned,
	isSilent,
	alt,
	thumbnail,
	...file
}: PostFile): MediaFile {
	const { bytes, seconds, fps, codec, coverAt } = file;
	const upload = createUploadFile({
		id: '1',
		path: `https://media.example/1.${ending}`,
		alt,
		thumbnail,
	});
	const pixels = width && height ? { width, height } : undefined;
	const own = {
		...upload,
		bytes,
		pixels,
		hasAlpha: transparent,
		isRotated: turned,
		coverAt: coverAt && coverAt * 1000,
	};
	return kind === 'video' ? { ...own, seconds, fps, codec, isSilent } : own;
}

/** The files of a sample that says nothing of them. */
const FILES: Record<Files, PostFile[]> = {
	image: [createPicture()],
	images: repeat(2, createPicture()),
	shot: [createPicture()],
	video: [createVideo()],
};
const listUsualFiles = (identifier: string): PostFile[] => {
	const { files } = networks[identifier];
	return files ? FILES[files] : [];
};

const listParts = (
	identifier: string,
	{ text = 'Tea', files = listUsualFiles(identifier), thread = [] }: Sample,
) => [
	{ text: text, files },
	...thread.map((part) => ({ text: part.text, files: part.files ?? [] })),
];

/** What the node says of a post, besides settings that are missing, and that Kick accepts only drafts. */
function listFindings(identifier: string, post: Sample): Issue[] {
	const parts = listParts(identifier, post).map(({ text, files }) => ({
		content: text,
		files: files.map(toMediaFile),
	}));
	return findPostIssues(
		{
			target: { id: 'c', name: 'Acme', identifier, network: findNetwork(identifier) },
			parts,
			settings: (post.settings ?? {}) as Values as never,
			settingFiles: Object.fromEntries(
				Object.entries(post.settingFiles ?? {}).map(([key, file]) => [key, toMediaFile(file)]),
			),
			source: 'json',
			dailyWindows: [Array<Values>(post.postsPerDay ?? 1).fill(post.settings ?? {})] as never,
		},
		{ isDraft: false },
	).filter(({ message }) => !/is required(?! if other)|files at|accepts only drafts/.test(message));
}

const getAt = (value: unknown, path: string[]) =>
	path.reduce((inner, key) => (inner as Values | undefined)?.[key], value);

/** Whether Postiz or the network rejects it or silently drops some of it, by what the sandbox knows. */
function isRejected(identifier: string, post: Sample): boolean {
	const { settings = {} } = post;
	const network = known[identifier];
	const parts = listParts(identifier, post);
	const texts = parts.map(({ text }) => renderPublishedText(text, 'plain'));
	const files = parts.map((part) => part.files);
	const isTooLong = parts.some(({ text }) => text.length > getMaxLength(network, settings, true));
	const isLost =
		(network.drops === 'laterMedia' && files.slice(1).some((own) => own.length > 0)) ||
		(files[0].length > 0 && network.dropsFiles?.(settings));
	const isBroken = listNetworkRules(identifier).some(({ breaks }) =>
		breaks?.({ texts, files, settings }),
	);
	const isMiswritten = readSettings(network, settings).messages.some((message) => {
		const [path] = message.split(' ');
		return getAt(settings, path.split('.')) !== undefined;
	});
	return Boolean(isTooLong || isLost || isBroken || isMiswritten);
}

const LEVELS = { rejected: 'error', mayBeAccepted: 'error', noted: 'note' };

const cases = rules.flatMap(({ networks: all, level, message, inside, outside }) =>
	all.split(' ').map((identifier) => [identifier, level, message, inside, outside] as const),
);

test.each(cases)('%s, %s: %s', (identifier, level, message, inside, outside) => {
	const listMatching = (post: Sample) =>
		listFindings(identifier, post).filter(
			(finding) =>
				finding.level === LEVELS[level] &&
				Boolean(finding.mayBeAccepted) === (level === 'mayBeAccepted') &&
				finding.message.includes(message),
		);
	const listMessages = (post: Sample) => listMatching(post).map(({ message }) => message);
	expect([listMessages(inside), listMessages(outside)]).toEqual([
		[],
		[expect.stringContaining(message)],
	]);
	// Nothing tells what becomes of a comment without a text.
	const isError = level !== 'noted' && message !== 'Comment Text';
	const rejections = [isRejected(identifier, inside), isRejected(identifier, outside)];
	expect(rejections).toEqual([false, isError]);
});

test('distinguishes notes from errors, and reports neither for a valid post', () => {
	const listErrors = (identifier: string, post: Sample) =>
		listFindings(identifier, post).filter((finding) => finding.level === 'error');
	const wrong = cases.flatMap(([identifier, level, , inside, outside]) => [
		...listErrors(identifier, inside),
		...(level === 'noted' ? listErrors(identifier, outside) : []),
	]);
	expect(wrong).toEqual([]);
});

/** Where a network is declared to take only so much, and what stands there. */
type Bound = [declared: object, key: string, value: unknown];

const BOUNDS = [
	'min',
	'max',
	'oneOf',
	'noneOf',
	'isViolatedBy',
	'minLength',
	'maxLength',
	'maxItems',
];
const listBounds = (declared: object): Bound[] =>
	Object.entries(declared)
		.filter(([key]) => BOUNDS.includes(key))
		.map(([key, value]) => [declared, key, value]);
const listFieldBounds = (fields: SettingField[]): Bound[] =>
	fields.flatMap((field) => [...listBounds(field), ...listFieldBounds(field.nested?.fields ?? [])]);

/** What the node says of a post if it takes any number there. */
function listFindingsWithout(
	[declared, key, value]: Bound,
	...post: Parameters<typeof listFindings>
) {
	Object.assign(declared, { [key]: key === 'isViolatedBy' ? () => false : undefined });
	const found = listFindings(...post);
	Object.assign(declared, { [key]: value });
	return found;
}

test.each(allNetworks.map(({ identifier }) => identifier))(
	'tests every rule of %s with a post that just passes and one that just fails',
	(identifier) => {
		const { rules = [], fields } = findNetwork(identifier)!;
		const own = cases.filter(([network]) => network === identifier);
		const untried = [...rules.flatMap(listBounds), ...listFieldBounds(fields)].filter((bound) => {
			const isDecisive = (post: Sample) =>
				!isDeepStrictEqual(
					listFindingsWithout(bound, identifier, post),
					listFindings(identifier, post),
				);
			return !own.some(([, , , inside, outside]) => !isDecisive(inside) && isDecisive(outside));
		});
		// Which plan a publication of Hashnode has cannot be known: that is noted of every post.
		const unknowable = identifier === 'hashnode' ? [expect.arrayContaining(['isViolatedBy'])] : [];
		expect(untried).toEqual(unknowable);
	},
);
