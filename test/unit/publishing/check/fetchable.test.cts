import { plannedUpload, plannedUrl } from '../../../../nodes/Postiz/media/mediaFile';
import {
	checkFetchable,
	checkReach,
	placeOf,
	placesOf,
	plannedAddress,
} from '../../../../nodes/Postiz/publishing/check/fetchable';
import { channel } from '../deliver/rows.cjs';
import { itemOptions, plannedItem, plannedPost } from '../plans.cjs';

const upload = (origin: string) => plannedUpload({ id: '1', path: `${origin}/a.png` });
const HOME = 'http://localhost:4007';
const PLAIN = 'http://media.example';
const FILES = [HOME, HOME, PLAIN, 'https://media.example'].map(upload);
const onNetwork = (identifier: string) =>
	plannedPost({
		target: channel(identifier),
		parts: [
			{ content: 'Tea', files: FILES },
			{ content: 'Cake', files: [plannedUrl('https://files.example/b.png')] },
		],
	});

test.each<[string, 'never' | 'perhaps', string | undefined, string[]]>([
	['threads', 'never', undefined, [HOME]],
	['threads', 'never', 'http://10.0.0.1/uploads', [HOME, 'http://10.0.0.1']],
	['threads', 'perhaps', 'http://10.0.0.1/uploads', [PLAIN]],
	['bluesky', 'never', undefined, []],
	['vibes', 'never', undefined, []],
])('of files for %s, those are %s reached (uploads at %s): %j', (identifier, reach, at, places) => {
	const post = onNetwork(identifier);
	expect(placesOf(post, reach, plannedAddress(at))).toEqual(places);
	const problems = checkFetchable(post, plannedAddress(at));
	if (reach === 'never') expect(problems).toHaveLength(places.length);
	for (const { mayPass } of problems) expect(mayPass).toBe(true);
});

test('a place is named without its path, even if it is no address', () => {
	expect(placeOf(`${HOME}/uploads/a.png`)).toBe(HOME);
	expect(placeOf('uploads')).toBe('uploads');
});

test.each([
	['a scheduled item', itemOptions(), true],
	['a draft', itemOptions('draft'), false],
	['what is not validated', { ...itemOptions(), skipsValidation: true }, false],
])('%s is refused if its network cannot reach a file', (_what, options, isRefused) => {
	const post = onNetwork('threads');
	const check = (action?: typeof post.action) =>
		checkReach(plannedItem([{ ...post, action }], options), plannedAddress());
	if (isRefused) expect(() => check()).toThrow(HOME);
	else expect(check().posts).toEqual([post]);
	expect(check({ kind: 'leaveOut', why: '' }).posts).toHaveLength(1);
});
