import type { ListedPost } from '../transport/types';

const INBOX = /^https?:\/\/(?:www\.)?tiktok\.com\/messages(?:[/?#]|$)/i;
// Posts of these networks have longer paths, such as /p/ID, /@user/post/ID or /@user/video/ID.
const PROFILE =
	/^https?:\/\/(?:www\.)?(?:instagram\.com|threads\.(?:com|net)|tiktok\.com)(?:\/[^/?#]*)?\/?(?:[?#]|$)/i;

/**
 * The address of a post itself, and if that is not known although the post is out, why
 * (docs/api.md, Links of published posts).
 */
export function linkOf({ state, releaseURL }: Pick<ListedPost, 'state' | 'releaseURL'>): {
	postUrl: string | null;
	postUrlNote: string | null;
} {
	if (!releaseURL) {
		const isOut = state === 'PUBLISHED';
		return { postUrl: null, postUrlNote: isOut ? 'Postiz has no link to this post.' : null };
	}
	const note = whyNotThePost(releaseURL);
	return { postUrl: note === null ? releaseURL : null, postUrlNote: note };
}

function whyNotThePost(releaseURL: string): string | null {
	if (INBOX.test(releaseURL)) {
		return 'This post was sent to the inbox of the TikTok app, where you finish it by hand. Once it is out, connect it with Post > Get Missing Content and Post > Link Missing Content.';
	}
	if (PROFILE.test(releaseURL)) {
		return 'The network told Postiz only the address of the profile, not that of this post. Such a post gets no figures.';
	}
	return null;
}
