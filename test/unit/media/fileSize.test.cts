import { createTooLargeProblem, MAX_BYTES } from '../../../nodes/Postiz/media/fileSize';

test('limits pictures to 10 MB and videos to 1 GB', () => {
	expect(MAX_BYTES).toEqual({ image: 10 * 1024 ** 2, video: 1024 ** 3 });
});

test('names the limit if the size is unknown', () => {
	expect(createTooLargeProblem('The file “cup” in data', 'image').message).toBe(
		'The file “cup” in data is more than 10 MB; the maximum for pictures is 10 MB',
	);
});
