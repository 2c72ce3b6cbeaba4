import { createUploadFile, createUrlFile } from '../../../../nodes/Postiz/media/mediaFile';
import {
	toPlace,
	findUnreachablePlaces,
	createPlannedAddressGetter,
} from '../../../../nodes/Postiz/posts/issues/unreachableFiles';
import { validatePost } from '../../../../nodes/Postiz/publishing/validate/validatePost';
import type { Issue } from '../../../../nodes/Postiz/posts/model';
import { createTarget } from '../../publishing/rows.cjs';
import { createContent } from '../../publishing/plans.cjs';

const upload = (origin: string) => createUploadFile({ id: '1', path: `${origin}/a.png` });
const HOME = 'http://localhost:4007';
const PLAIN = 'http://media.example';
const FILES = [HOME, HOME, PLAIN, 'https://media.example'].map(upload);
const createNetworkContent = (identifier: string) =>
	createContent({
		target: createTarget(identifier),
		parts: [
			{ content: 'Tea', files: FILES },
			{ content: 'Cake', files: [createUrlFile('https://files.example/b.png')] },
		],
	});

test.each<[string, 'never' | 'perhaps', string | undefined, string[]]>([
	['threads', 'never', undefined, [HOME]],
	['threads', 'never', 'http://10.0.0.1/uploads', [HOME, 'http://10.0.0.1']],
	['threads', 'perhaps', 'http://10.0.0.1/uploads', [PLAIN]],
	['bluesky', 'never', undefined, []],
	['vibes', 'never', undefined, []],
])('finds files that %s can %s reach (uploads at %s): %j', (identifier, reach, at, places) => {
	const post = createNetworkContent(identifier);
	expect(findUnreachablePlaces(post, reach, createPlannedAddressGetter(at))).toEqual(places);
});

test('names a host without its path, even if it is no address', () => {
	expect(toPlace(`${HOME}/uploads/a.png`)).toBe(HOME);
	expect(toPlace('uploads')).toBe('uploads');
});

test.each<[string, boolean, Partial<Issue>]>([
	['a scheduled post', false, { level: 'error', mayPass: true }],
	['a draft', true, { level: 'note' }],
])('reports a file that its network cannot reach in %s', (_what, isDraft, level) => {
	const [never, perhaps] = validatePost(createNetworkContent('threads'), { isDraft });
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
