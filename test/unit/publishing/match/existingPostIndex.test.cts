import { ExistingPostIndex } from '../../../../nodes/Postiz/publishing/match/existingPostIndex';
import {
	NO_FINGERPRINT,
	createDesiredPosts,
	createMatchInput,
	type MadePost,
	MILK,
	NOW,
} from './describeDecisions.cjs';

const findIds = (row: object, posts: MadePost[]): string[] => {
	const [desired] = createDesiredPosts([row], false);
	const index = new ExistingPostIndex(createMatchInput(posts, false).posts);
	return index.findCandidates(desired!).map(({ id }) => id);
};

test('finds posts with the same text, then the same date, then the same text without a fingerprint', () => {
	const posts: MadePost[] = [[{}, NO_FINGERPRINT], [MILK], [{ hour: 20 }], [{ ...MILK, hour: 20 }]];
	expect(findIds({}, posts)).toEqual(['3', '2', '1']);
});

test('does not compare an undated post with all other undated ones', () => {
	expect(findIds(NOW, [[{ ...MILK, ...NOW }], [NOW]])).toEqual(['2']);
});
