import { quote } from '../../common/text';

/** Names the tags that Postiz dropped; empty if there are none. */
export function describeMissingTags(missingTags: string[]): string {
	const tags = [...new Set(missingTags)];
	if (tags.length === 0) return '';
	const names = tags.map(quote).join(', ');
	return `Postiz has no tag ${names}. It only keeps existing tags with the same spelling. Create ${tags.length === 1 ? 'it' : 'them'} in Postiz, or correct Tags.`;
}
