import { describeLimit, type Limit } from '../../../nodes/Postiz/networks/rules';

test.each<[Limit, string]>([
	[{ measure: 'files', max: 0 }, 'no files'],
	[{ measure: 'pictures', min: 2 }, 'at least 2 pictures'],
	[{ measure: 'pictures', max: 1 }, 'at most 1 picture'],
	[{ measure: 'files', min: 1, max: 1 }, 'exactly 1 file'],
	[{ measure: 'transparentPictures', max: 0 }, 'no transparent pictures'],
	[{ measure: 'codePoints', max: 1024 }, 'at most 1,024 characters'],
	[{ measure: 'seconds', min: 3, max: 930 }, 'duration 3 s to 15 min 30 s'],
	[{ measure: 'seconds', min: 59.97, max: 119.6 }, 'duration 1 to 2 min'],
	[{ measure: 'pictureBytes', min: 10_240, max: 5_242_880 }, 'size 10 KB to 5 MB'],
	[{ measure: 'pictureType', noneOf: ['gif', 'webp'] }, 'no GIF or WebP'],
	[{ measure: 'pictureSize', oneOf: ['400x300', '800x600'] }, 'size in pixels 400x300 or 800x600'],
])('%j in words: %s', (rule, words) => {
	expect(describeLimit(rule)).toBe(words);
});
