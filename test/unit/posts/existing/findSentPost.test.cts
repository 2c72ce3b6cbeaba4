import {
	hasArrived,
	type LookupResult,
} from '../../../../nodes/Postiz/posts/existing/findSentPost';
import type { ExistingPost } from '../../../../nodes/Postiz/posts/existingPost';

test('counts a post as arrived if it is stored, even in part', () => {
	const arrived: LookupResult[] = [
		{ kind: 'stored', postId: 'p1' },
		{ kind: 'incompleteThread', postId: 'p1', post: { id: 'p1' } as ExistingPost },
		{ kind: 'unclear', postId: 'p1' },
	];
	const others: LookupResult[] = [{ kind: 'absent' }, { kind: 'unclear' }];
	expect(arrived.every(hasArrived)).toBe(true);
	expect(others.some(hasArrived)).toBe(false);
});
