import { findProvider } from '../../../../nodes/Postiz/providers';
import { check } from '../../../../nodes/Postiz/publishing/check/check';
import type { Finding } from '../../../../nodes/Postiz/publishing/shapes';
import { ruleCases, type RuledPost } from '../../../networks/rules.cjs';
import { refusedWhenDue, type DueFile, type DuePost } from '../../../service/networks/due.cjs';
import type { Values } from '../../../service/schema.cjs';
import { publishedText } from '../../../shared/content.cjs';
import { fileOf } from './ruledFiles.cjs';

const THUMBNAIL: DueFile = { kind: 'picture', ending: 'png' };

const partsOf = ({ text = 'Tea', files = [], later = [] }: RuledPost) => [
	{ text, files },
	...later.map((part) => ({ files: [], ...part })),
];

/** What the node says of a post, besides settings that are missing, and that Kick takes only drafts. */
function findingsOf(identifier: string, post: RuledPost): Finding[] {
	const parts = partsOf(post).map(({ text, files }) => ({
		content: text,
		files: (files ?? []).map(fileOf),
	}));
	return check(
		{
			target: { provider: findProvider(identifier)! },
			parts,
			settings: (post.settings ?? {}) as Values as never,
			settingFiles: post.thumbnail
				? { thumbnail: fileOf({ ...THUMBNAIL, bytes: post.thumbnail }) }
				: {},
			origin: 'json',
			sameDay: Array<Values>(post.aDay ?? 1).fill(post.settings ?? {}) as never,
		},
		{ isDraft: false },
	).filter(({ message }) => !/is required|files at|takes only drafts/.test(message));
}

/** Whether its network refuses it, as the sandbox knows it. */
function isRefused(identifier: string, post: RuledPost): boolean {
	const parts = partsOf(post);
	const due: DuePost = {
		texts: parts.map(({ text }) => publishedText(text, 'plain')),
		files: parts.map(({ files }) => files ?? []),
		settings: post.settings ?? {},
	};
	return refusedWhenDue(identifier, due) !== undefined;
}

const LEVELS = { refused: 'error', mayPass: 'error', noted: 'note' };

const cases = ruleCases.flatMap(([networks, ...rest]) =>
	networks.split(' ').map((identifier) => [identifier, ...rest] as const),
);

test.each(cases)('%s, %s: %s', (identifier, level, said, inside, outside) => {
	const findings = (post: RuledPost) =>
		findingsOf(identifier, post).filter(
			(finding) =>
				finding.level === LEVELS[level] &&
				Boolean(finding.mayPass) === (level === 'mayPass') &&
				finding.message.includes(said),
		);
	const messages = (post: RuledPost) => findings(post).map(({ message }) => message);
	expect([messages(inside), messages(outside)]).toEqual([[], [expect.stringContaining(said)]]);
	const isError = level !== 'noted';
	expect([isRefused(identifier, inside), isRefused(identifier, outside)]).toEqual([false, isError]);
});

test('what is only noted has no error, and what is right has neither', () => {
	const errors = (identifier: string, post: RuledPost) =>
		findingsOf(identifier, post).filter((finding) => finding.level === 'error');
	const wrong = cases.flatMap(([identifier, level, , inside, outside]) => [
		...errors(identifier, inside),
		...(level === 'noted' ? errors(identifier, outside) : []),
	]);
	expect(wrong).toEqual([]);
});

test('every post to Hashnode is noted, as its plan cannot be known', () => {
	expect(findingsOf('hashnode', {}).map(({ level, field }) => [level, field])).toContainEqual([
		'note',
		'Publication',
	]);
});
