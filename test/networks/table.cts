import { devto, hashnode, listmonk, medium, wordpress } from './articles.cjs';
import { discord, slack, twitch } from './chat.cjs';
import { farcaster, lemmy, mewe, moltbook, skool, whop } from './communities.cjs';
import { facebook } from './facebook.cjs';
import { googleBusiness } from './googleBusiness.cjs';
import { instagram, instagramStandalone } from './instagram.cjs';
import { linkedin, linkedinPage } from './linkedin.cjs';
import { formatNumber } from './measures.cjs';
import type { Network } from './network.cjs';
import { dribbble, pinterest, tumblr } from './pictures.cjs';
import { reddit } from './reddit.cjs';
import { tiktok, tiktokBusiness } from './tiktok.cjs';
import { networksWithoutSettings } from './withoutSettings.cjs';
import { x } from './x.cjs';
import { youtube } from './youtube.cjs';

/** All networks by identifier, in the order of docs/api.md: each has a line here. */
export const networks: Record<string, Network> = {
	...networksWithoutSettings,
	x,
	linkedin,
	'linkedin-page': linkedinPage,
	facebook,
	instagram,
	'instagram-standalone': instagramStandalone,
	warpcast: farcaster,
	youtube,
	tiktok,
	'tiktok-business': tiktokBusiness,
	reddit,
	lemmy,
	discord,
	slack,
	skool,
	whop,
	mewe,
	moltbook,
	pinterest,
	dribbble,
	medium,
	devto,
	hashnode,
	wordpress,
	tumblr,
	gmb: googleBusiness,
	listmonk,
	twitch,
};

/** A text that is one character too long for most accounts of a network, and the message about it. */
export function createTooLongText(network: string): { text: string; message: string } {
	const { max, usual = max } = networks[network];
	return {
		text: 'x'.repeat(usual + 1),
		message: `${formatNumber(usual + 1)} of ${formatNumber(usual)} characters`,
	};
}
