import type { LookupResult } from '../../../../../../nodes/Postiz/posts/existing/findSentPost';
import type { ExistingPost } from '../../../../../../nodes/Postiz/posts/existingPost';

export const STORED: LookupResult = { kind: 'stored', postId: 'p1' };
export const PARTIAL: LookupResult = {
	kind: 'incompleteThread',
	postId: 'p1',
	post: { id: 'p1' } as ExistingPost,
};
export const ABSENT: LookupResult = { kind: 'absent' };
export const UNREADABLE: LookupResult = { kind: 'unclear', postId: 'p1' };
