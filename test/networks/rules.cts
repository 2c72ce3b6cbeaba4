/**
 * What networks and Postiz reject, change or leave out, beyond settings (docs/api.md). The sandbox enforces it, and the
 * node is tested with a post that just keeps each rule, and one that just breaks it. Written by hand, independently of
 * the node. Limits are in limits.csv, other rules beside the settings of their networks.
 */
import { articleRules } from './articles.cjs';
import { chatRules } from './chat.cjs';
import { communityRules } from './communities.cjs';
import { facebookRules } from './facebook.cjs';
import { googleBusinessRules } from './googleBusiness.cjs';
import { instagramRules } from './instagram.cjs';
import { limits } from './limits.cjs';
import { linkedinRules } from './linkedin.cjs';
import { formatNumber } from './measures.cjs';
import { pictureRules } from './pictures.cjs';
import { redditRules } from './reddit.cjs';
import type { Rule } from './rule.cjs';
import { createRule, withText } from './ruleBuilders.cjs';
import { createText } from './samples.cjs';
import { networks } from './table.cjs';
import { tiktokRules } from './tiktok.cjs';
import { rulesWithoutSettings } from './withoutSettings.cjs';
import { xRules } from './x.cjs';
import { youtubeRules } from './youtube.cjs';

/** The most characters in a part, as Postiz counts them; Slack itself accepts fewer. */
const characters: Rule[] = Object.entries(networks)
	.filter(([identifier, { max }]) => max < Infinity && identifier !== 'slack')
	.map(([identifier, { max }]) =>
		createRule(
			identifier,
			'rejected',
			`${formatNumber(max + 1)} of ${formatNumber(max)} characters`,
			[max, max + 1],
			(count) => withText(createText(count)),
		),
	);

/** Every rule, in the order in which Postiz checks those of a network. */
export const rules: Rule[] = [
	limits,
	instagramRules,
	facebookRules,
	tiktokRules,
	youtubeRules,
	xRules,
	linkedinRules,
	rulesWithoutSettings,
	chatRules,
	redditRules,
	communityRules,
	pictureRules,
	googleBusinessRules,
	articleRules,
	characters,
].flat();

/** The rules of a network, under either of its identifiers. */
export function listNetworkRules(identifier: string): Rule[] {
	const [own = identifier] =
		Object.entries(networks).find(([, { alias }]) => alias === identifier) ?? [];
	return rules.filter((rule) => rule.networks.split(' ').includes(own));
}
