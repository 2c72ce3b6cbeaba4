import { plannedUpload, plannedUrl } from '../../../../nodes/Postiz/media/mediaFile';
import { placeOf, placesOf, plannedAddress } from '../../../../nodes/Postiz/publishing/check/rules';
import { check } from '../../../../nodes/Postiz/publishing/check/check';
import { channel } from '../rows.cjs';
import { contentWith } from '../plans.cjs';

const upload = (origin: string) => plannedUpload({ id: '1', path: `${origin}/a.png` });
const HOME = 'http://localhost:4007';
const PLAIN = 'http://media.example';
const FILES = [HOME, HOME, PLAIN, 'https://media.example'].map(upload);
const onNetwork = (identifier: string) =>
	contentWith({
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
});

test('a place is named without its path, even if it is no address', () => {
	expect(placeOf(`${HOME}/uploads/a.png`)).toBe(HOME);
	expect(placeOf('uploads')).toBe('uploads');
});

test.each([
	['a scheduled post', false, 'error'],
	['a draft', true, 'note'],
])('%s with a file that its network cannot reach has a finding', (_what, isDraft, level) => {
	const found = check(onNetwork('threads'), { isDraft });
	expect(found.filter(({ message }) => message.includes(HOME))).toMatchObject([{ level }]);
	expect(found.filter(({ message }) => message.includes(PLAIN))).toMatchObject([{ level: 'note' }]);
});
