import { assertPostablePath, isPostablePath } from '../../../nodes/Postiz/media/postablePath';
import { catchProblem } from '../support/catchProblem.cjs';

const LABEL = 'The file “cup” in data';

test.each([
	['https://media.example/cup.png', true],
	['/uploads/cup.jpeg', true],
	['/uploads/cup.JPEG', false],
	['http://media.example/pour.mp4?size=small', true],
	['https://media.example/cup.jpg#top', false],
	['https://media.example/cup.jpg?a#top', true],
	['https://media.example/cup', false],
	['https://media.example/cup?file=cup.png', false],
	['https://media.example/cup.avif', false],
	['https://media.example/png', false],
])('allows an upload at %s: %s', (path, isPostable) => {
	expect(isPostablePath(path)).toBe(isPostable);
	const reject = () => assertPostablePath(path, LABEL);
	if (isPostable) expect(reject).not.toThrow();
	else {
		expect(catchProblem(reject)).toEqual([
			`${LABEL} cannot be posted`,
			expect.stringContaining('with a lowercase file extension'),
		]);
	}
});

test('explains the wrong ending of a path from an old Postiz', () => {
	expect(
		catchProblem(() => assertPostablePath('https://media.example/abc.mp4s', LABEL))[1],
	).toContain('This release of Postiz names MP4 files wrongly');
});
