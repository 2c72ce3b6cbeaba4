import { joinRemedy } from '../../../../nodes/Postiz/common/problem';
import { createUnclearProblem } from '../../../../nodes/Postiz/posts/existing/unclearProblem';
import { createItem } from '../../publishing/createItem.cjs';
import { createDesired } from './createExisting.cjs';

const createPost = (ignoresExistingPosts: boolean) =>
	createDesired({ item: createItem({ ignoresExistingPosts }) });

test('says to run again what is skipped if it exists', () => {
	const { message, description } = createUnclearProblem(createPost(false), 'cut');
	expect([message, description]).toEqual([
		'Bluesky: acme.bsky.social – It is unclear whether Postiz has this post: cut',
		'Run this again in a few minutes. Existing posts are skipped.',
	]);
});

test('says to check the calendar first with Post Again', () => {
	const { remedy } = createUnclearProblem(createPost(true), 'cut');
	const CHECK =
		'Check the Postiz calendar in a few minutes. Run this again only if the post is not there';
	expect(joinRemedy(remedy)).toBe(`${CHECK}, or set If the Post Exists to Skip first.`);
	expect(joinRemedy(remedy, { isForModel: true })).toBe(`${CHECK}.`);
});
