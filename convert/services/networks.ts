import { isEmpty } from '../../nodes/Postiz/values/read';
import { expressionCode, isExpression } from '../expressions';
import type { Json } from '../types';
import { flagOf, given, notFlag } from './values';

const NETWORKS = [
	...['bluesky', 'facebook', 'instagram', 'linkedin', 'mastodon', 'pinterest', 'reddit'],
	...['threads', 'tiktok', 'x', 'youtube'],
];

/** The identifier of the network that another service calls so; undefined if Postiz has none. */
export function networkCalled(name: unknown): string | undefined {
	const called = String(name).trim().toLowerCase();
	return called === 'twitter' ? 'x' : NETWORKS.find((network) => network === called);
}

/** The settings of TikTok by the words that most services share, with all that Postiz presets otherwise than other services: duet and stitch are on there. */
export function tiktokSettings(told: Json): Json {
	const isDraft = flagOf(told.isDraft) ?? false;
	return {
		...(isDraft !== false && { content_posting_method: chosen(isDraft, 'UPLOAD', 'DIRECT_POST') }),
		privacy_level: isEmpty(told.privacyLevel) ? 'PUBLIC_TO_EVERYONE' : told.privacyLevel,
		comment: notFlag(told.disabledComments),
		duet: notFlag(told.disabledDuet),
		stitch: notFlag(told.disabledStitch),
		autoAddMusic: chosen(flagOf(told.autoAddMusic) ?? false, 'yes', 'no'),
		brand_content_toggle: flagOf(told.isBrandedContent) ?? false,
		brand_organic_toggle: flagOf(told.isYourBrand) ?? false,
		...given({ video_made_with_ai: flagOf(told.isAiGenerated) || '' }),
		...given({ title: told.title }),
	};
}

/** One of two words by a flag, or the expression that chooses. */
function chosen(flag: boolean | `=${string}`, yes: string, no: string): string {
	if (!isExpression(flag)) return flag ? yes : no;
	return `={{ /^true$/i.test(String(${expressionCode(flag)})) ? '${yes}' : '${no}' }}`;
}

/** The setting of Instagram and Facebook for a story; an expression may say whether it is one. */
export const storyIf = (isStory: boolean | `=${string}`): Json =>
	isStory === false ? {} : { post_type: chosen(isStory, 'story', 'post') };

/** YouTube's setting for children, by any of the flags that say it. */
export function madeForKids(...flags: unknown[]): Json {
	const told = flags.map(flagOf).find((flag) => flag !== undefined && flag !== false);
	return told === undefined ? {} : { selfDeclaredMadeForKids: chosen(told, 'yes', 'no') };
}
