import { findProvider } from '../../nodes/Postiz/providers';
import { isEmpty } from '../../nodes/Postiz/values/read';
import type { Field, Output } from '../output';
import { OUTPUT } from '../node';
import type { Json } from '../types';
import { chosen, flagOf, given, notFlag, type Flag } from '../values';

/** The identifier of the network that another service calls so; undefined if Postiz has none. */
export function networkCalled(name: unknown): string | undefined {
	const called = String(name).trim().toLowerCase();
	return findProvider(called === 'twitter' ? 'x' : called)?.identifier;
}

/** The settings of TikTok. Postiz presets some otherwise than other services, where duet and stitch are on. */
export function tiktokSettings(told: Json): Json {
	return {
		content_posting_method: chosen(flagOf(told.isDraft) ?? false, 'UPLOAD', 'DIRECT_POST'),
		privacy_level: isEmpty(told.privacyLevel) ? 'PUBLIC_TO_EVERYONE' : told.privacyLevel,
		comment: notFlag(told.disabledComments),
		duet: notFlag(told.disabledDuet),
		stitch: notFlag(told.disabledStitch),
		autoAddMusic: chosen(flagOf(told.autoAddMusic) ?? false, 'yes', 'no'),
		brand_content_toggle: flagOf(told.isBrandedContent) ?? false,
		brand_organic_toggle: flagOf(told.isYourBrand) ?? false,
		...given({ video_made_with_ai: flagOf(told.isAiGenerated) || '', title: told.title }),
	};
}

/** The setting of Instagram and Facebook for a story. */
export const storyIf = (isStory: Flag): Json =>
	isStory === false ? {} : { post_type: chosen(isStory, 'story', 'post') };

/** YouTube's setting for children, by any of the flags that services have for it. */
export function madeForKids(...flags: unknown[]): Json {
	const flag = flags.map(flagOf).find(Boolean);
	return flag ? { selfDeclaredMadeForKids: chosen(flag, 'yes', 'no') } : {};
}

/** The ID that the network gave a post. */
export const NETWORK_ID: Field = { path: OUTPUT.networkId, isLate: true };

/** The output of a node that publishes, by what its service calls the fields. */
export const postOutput = (fields: Output['fields']): Output => ({
	fields: { ...fields, 'error.message': { path: OUTPUT.error }, error: { path: OUTPUT.error } },
});
