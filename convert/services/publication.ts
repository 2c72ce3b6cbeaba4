import { findProvider, providerName } from '../../nodes/Postiz/providers';
import { isEmpty } from '../../nodes/Postiz/values/read';
import { isExpression } from '../expressions';
import type { Publication, Target } from '../reading';
import { listNames, type Note } from '../types';
import { isGiven, plainText } from '../values';

/**
 * The channels of a post: the names of its networks, each of which means their only channel. Those of which there are
 * several accounts stay open.
 */
export function channelsFor({ targets }: Publication, accounts: Accounts, note: Note): string[] {
	const isOpen = ({ network }: Target) => (accounts.get(network)?.size ?? 0) > 1;
	const [open, sure] = [targets.filter(isOpen), targets.filter((target) => !isOpen(target))];
	if (open.length > 0) {
		note('setup', `It posted to ${listed(open)}`, 'Choose the channel under Channels.');
	}
	if (sure.length > 0) {
		const message = `It posted to ${listed(sure)}. It now posts to the channel of this network`;
		note('setup', message, 'If Postiz has several, choose the right one under Channels.');
	}
	return sure.map(({ network }) => nameOf(network));
}

/** The accounts that a workflow posts to, by their networks. */
export type Accounts = Map<string, Set<unknown>>;

/** Adds the accounts of a post. One that only the run knows counts for several. */
export function addAccounts({ targets }: Publication, accounts: Accounts): void {
	for (const { network, account } of targets) {
		const own = accounts.get(network) ?? new Set();
		own.add(account.id);
		if (isExpression(plainText(account.id))) own.add('others');
		accounts.set(network, own);
	}
}

// Of Instagram there are two kinds.
const nameOf = (network: string) => providerName(network).replace(/ \(.*\)$/, '');

const listed = (targets: Target[]) => targets.map(describe).join(' and ');

function describe({ network, account }: Target): string {
	const [id, label] = [plainText(account.id), account.label];
	if (isExpression(id)) return `${nameOf(network)} (the account that ${id.slice(1)} names)`;
	const name = isGiven(label) ? label : isGiven(id) ? id : 'an account that was not chosen';
	return `${nameOf(network)} (${String(name)})`;
}

const NEEDS_MEDIA = ['instagram', 'pinterest', 'tiktok', 'youtube'];

/** Notes what a post lacks, and what of a call was not carried over. */
export function notePublication(post: Publication, note: Note): void {
	const { targets, media, text, left = [] } = post;
	const isTextless = targets.some((target) => !isGiven(text) && !isGiven(target.text));
	if (media.length === 0 && isTextless)
		note('todo', 'It has no text', 'Enter what to post, under Text.');
	for (const { network, settings = {} } of targets) {
		const name = nameOf(network);
		if (media.length === 0 && NEEDS_MEDIA.includes(network)) {
			note('todo', `It has no picture or video, which ${name} needs`, 'Add one under Media.');
		}
		for (const label of missingSettings(network, settings, isTextless)) {
			const advice = `Add Network Settings for ${name}, and fill it in.`;
			note('todo', `It does not set ${label}, which ${name} needs`, advice);
		}
	}
	// Pinterest takes a video only with a picture for its cover (docs/api.md, Media rules).
	const isPin = targets.some(({ network }) => network === 'pinterest');
	if (isPin && media.length === 1 && !/\.(?:jpe?g|png|gif|webp)\b/i.test(String(media[0]?.value))) {
		const message = 'If it pins a video, Postiz needs a cover picture';
		note('check', message, 'Add the picture under Media, behind the video.');
	}
	if (targets.length > 1) {
		const message = 'It now outputs an item for each channel, so that what follows runs for each';
		note('check', message, 'If it shall run once, put a Limit node behind it.');
	}
	if (left.length > 0) {
		const message = `Left out, as the converter knows no field for it: ${listNames(left)}`;
		note('check', message, 'If the node has no field for it, set it on the network afterwards.');
	}
}

/** The settings that the network needs, and that nobody has set or presets. */
function missingSettings(
	network: string,
	settings: Publication['targets'][0]['settings'] = {},
	isTextless: boolean,
): string[] {
	const fields = findProvider(network)?.fields ?? [];
	const isMissing = fields.filter(({ name, required, fromText, type, default: preset }) => {
		const isPreset = type !== 'resourceLocator' && type !== 'fixedCollection' && !isEmpty(preset);
		return required && !isPreset && isEmpty(settings[name]) && (!fromText || isTextless);
	});
	return isMissing.map(({ displayName }) => displayName);
}
