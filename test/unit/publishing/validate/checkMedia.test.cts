import { createUrlFile, type MediaFile } from '../../../../nodes/Postiz/media/mediaFile';
import { describeLimit, type Limit } from '../../../../nodes/Postiz/networks/limits';
import { JPEG, MP4, PNG } from '../../../shared/samples.cjs';
import { fileOfItem } from '../plans.cjs';
import { check, problemsOf } from './mediaKinds.cjs';

const checkFiles = (identifier: string, files: MediaFile[]) =>
	problemsOf(identifier, [{ content: 'Tea', files }]);

describe('before the upload', () => {
	test('what is not known is left to the service', () => {
		const unknown = createUrlFile('https://media.example/cup');
		for (const identifier of ['youtube', 'dribbble', 'instagram', 'pinterest', 'lemmy']) {
			expect(checkFiles(identifier, [unknown])).toEqual([]);
		}
		expect(check('dribbble', [['png']])).toEqual([]);
		expect(check('pinterest', [['png', '10x10']])).toEqual([]);
	});

	test.each<[string, MediaFile, string, boolean]>([
		['a picture of the item', fileOfItem(PNG), 'youtube', false],
		['a video of the item', fileOfItem(MP4), 'youtube', true],
		['a JPEG picture of the item', fileOfItem(JPEG), 'lemmy', true],
		[
			'a picture at an address',
			createUrlFile('https://media.example/CUP.PNG?a=1#b'),
			'youtube',
			false,
		],
		['a video at an address', createUrlFile('https://media.example/pour.MP4'), 'youtube', true],
		[
			'a WebP picture at an address',
			createUrlFile('https://media.example/cup.webp'),
			'lemmy',
			false,
		],
		['a video without a cover', fileOfItem(MP4), 'reddit', false],
		['a video with a cover', { ...fileOfItem(MP4), cover: fileOfItem(PNG) }, 'reddit', true],
	])('%s is known: %#', (_name, file, identifier, isTaken) => {
		expect(checkFiles(identifier, [file])).toHaveLength(isTaken ? 0 : 1);
	});
});

test.each<[Limit, string]>([
	[{ measure: 'files', max: 0 }, 'no files'],
	[{ measure: 'pictures', min: 2 }, 'at least 2 pictures'],
	[{ measure: 'pictures', max: 1 }, 'at most 1 picture'],
	[{ measure: 'files', min: 1, max: 1 }, 'exactly 1 file'],
	[{ measure: 'characters', max: 1024 }, 'at most 1,024 characters'],
	[{ measure: 'seconds', min: 3, max: 930 }, 'duration 3 s to 15 min 30 s'],
	[{ measure: 'pictureBytes', min: 10_240, max: 5_242_880 }, 'size 10 KB to 5 MB'],
	[{ measure: 'pictureType', noneOf: ['gif', 'webp'] }, 'no GIF or WebP'],
	[{ measure: 'pictureSize', oneOf: ['400x300', '800x600'] }, 'size in pixels 400x300 or 800x600'],
])('%j in words: %s', (rule, words) => {
	expect(describeLimit(rule)).toBe(words);
});
