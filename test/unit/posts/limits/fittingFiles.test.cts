import type { Rule } from '../../../../nodes/Postiz/networks/rules';
import { countFilesToKeep } from '../../../../nodes/Postiz/posts/limits/fittingFiles';
import type { PostToValidate } from '../../../../nodes/Postiz/posts/limits/postToValidate';
import {
	createPictures,
	createPostWithRules,
} from '../../publishing/validate/createPostWithRules.cjs';

const NONE = [undefined, undefined];

test.each<{ title: string; rules: Rule[]; expected: Array<number | undefined> }>([
	{ title: 'keeps as many as fit', rules: [{ measure: 'files', max: 2 }], expected: [2, 2] },
	{ title: 'keeps all that fit', rules: [{ measure: 'files', max: 5 }], expected: NONE },
	{
		title: 'applies the smaller limit',
		rules: [
			{ measure: 'files', max: 4 },
			{ measure: 'pictures', max: 3 },
		],
		expected: [3, 3],
	},
	{
		title: 'moves none because of a note',
		rules: [{ measure: 'files', max: 2, note: 'so what' }],
		expected: NONE,
	},
	{ title: 'moves none of other kinds', rules: [{ measure: 'videos', max: 0 }], expected: NONE },
	{ title: 'keeps none if none is allowed', rules: [{ measure: 'files', max: 0 }], expected: NONE },
	{
		title: 'moves none without room in the next part',
		rules: [
			{ measure: 'files', max: 2, in: 'firstPart' },
			{ measure: 'files', max: 0, in: 'laterParts' },
		],
		expected: NONE,
	},
	{
		title: 'applies the limit of later parts',
		rules: [
			{ measure: 'files', max: 0, in: 'firstPart' },
			{ measure: 'files', max: 1, in: 'laterParts' },
		],
		expected: [undefined, 1],
	},
	{
		title: 'gives the next part enough',
		rules: [{ measure: 'pictures', min: 3, max: 4 }],
		expected: NONE,
	},
])('divides five files: $title', ({ rules, expected }) => {
	const countKept = (post: PostToValidate) =>
		[0, 1].map((index) => countFilesToKeep(post, createPictures(5), index));
	expect(countKept(createPostWithRules(rules))).toEqual(expected);
	const alone = createPostWithRules(rules);
	alone.target.network = { ...alone.target.network!, ignoresThreads: true };
	expect(countKept(alone)).toEqual(NONE);
});
