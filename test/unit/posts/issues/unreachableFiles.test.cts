import { createUploadFile, createUrlFile } from '../../../../nodes/Postiz/media/mediaFile';
import type { Issue } from '../../../../nodes/Postiz/posts/issue';
import {
	toOrigin,
	findUnreachableOrigins,
	createPlannedAddressGetter,
} from '../../../../nodes/Postiz/posts/issues/unreachableFiles';
import { findPostIssues } from '../../../../nodes/Postiz/publishing/validate/findPostIssues';
import { createContent } from '../../publishing/createContent.cjs';
import { createTarget } from '../../publishing/createItem.cjs';

const createUpload = (origin: string) => createUploadFile({ id: '1', path: `${origin}/a.png` });
const HOME = 'http://localhost:4007';
const PLAIN = 'http://media.example';
const FILES = [HOME, HOME, PLAIN, 'https://media.example'].map(createUpload);
const createNetworkContent = (identifier: string) =>
	createContent({
		target: createTarget(identifier),
		parts: [
			{ content: 'Tea', files: FILES },
			{ content: 'Cake', files: [createUrlFile('https://files.example/b.png')] },
		],
	});

test.each<{
	title: string;
	identifier: string;
	reach: 'never' | 'perhaps';
	at?: string;
	origins: string[];
}>([
	{
		title: 'a file in a home network',
		identifier: 'threads',
		reach: 'never',
		origins: [HOME],
	},
	{
		title: 'uploads at a private address',
		identifier: 'threads',
		reach: 'never',
		at: 'http://10.0.0.1/uploads',
		origins: [HOME, 'http://10.0.0.1'],
	},
	{
		title: 'a file without https, as perhaps unreachable',
		identifier: 'threads',
		reach: 'perhaps',
		at: 'http://10.0.0.1/uploads',
		origins: [PLAIN],
	},
	{
		title: 'none for a network that Postiz sends files to',
		identifier: 'bluesky',
		reach: 'never',
		origins: [],
	},
	{ title: 'none for an unknown network', identifier: 'vibes', reach: 'never', origins: [] },
])('finds $title', ({ identifier, reach, at, origins }) => {
	const post = createNetworkContent(identifier);
	expect(findUnreachableOrigins(post, reach, createPlannedAddressGetter(at))).toEqual(origins);
});

test('names a host without its path, even if it is no address', () => {
	expect(toOrigin(`${HOME}/uploads/a.png`)).toBe(HOME);
	expect(toOrigin('uploads')).toBe('uploads');
});

test.each<{ title: string; isDraft: boolean; level: Partial<Issue> }>([
	{ title: 'a scheduled post', isDraft: false, level: { level: 'error', mayBeAccepted: true } },
	{ title: 'a draft', isDraft: true, level: { level: 'note' } },
])('reports a file that its network cannot reach in $title', ({ isDraft, level }) => {
	const [never, perhaps] = findPostIssues(createNetworkContent('threads'), { isDraft });
	const remedy = 'Use files at public https:// addresses, or remove them.';
	const message = expect.stringMatching(
		`reach files at ${HOME}, so the post would fail$`,
	) as string;
	expect(never).toMatchObject({ ...level, field: 'Media', message, remedy });
	expect(perhaps).toEqual({
		level: 'note',
		field: 'Media',
		message: `the network may not reach files at ${PLAIN}`,
	});
});
