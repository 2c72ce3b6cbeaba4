import type { ListedPost } from '../transport/apiTypes';

const INBOX = /^https?:\/\/(?:www\.)?tiktok\.com\/messages(?:[/?#]|$)/i;
// Addresses of profiles. Posts of these networks have longer paths, such as /p/ID, /@user/post/ID or /@user/video/ID.
const PROFILE =
	/^https?:\/\/(?:www\.)?(?:instagram\.com|threads\.(?:com|net)|tiktok\.com)(?:\/[^/?#]*)?\/?(?:[?#]|$)/i;

/** Returns the address of a post, or why a published post has none (docs/api.md, Links of published posts). */
export function getLink({ state, releaseURL }: Partial<ListedPost>): {
	link?: string;
	note?: string;
} {
	if (!releaseURL) return state === 'PUBLISHED' ? { note: 'Postiz has no link to this post.' } : {};
	if (INBOX.test(releaseURL)) {
		return {
			note: 'This post is in the inbox of the TikTok app. Finish it there, then link it in the Postiz calendar.',
		};
	}
	if (!PROFILE.test(releaseURL)) return { link: releaseURL };
	return {
		note: `The network returned only the address of the profile, ${releaseURL}, so this post has no metrics.`,
	};
}
