import { findProvider, providerName } from '../../nodes/Postiz/providers';
import { isEmpty } from '../../nodes/Postiz/values/read';
import { isExpression } from '../expressions';
import type { Publication, Target } from '../reading';
import type { Account, Context, Note, Where } from '../types';
import { isGiven, plainText } from '../values';

/**
 * The channels that the accounts of a post become, as people answered; the note names those that stay open. Adds each
 * account to those that are asked for.
 */
export function channelsFor(
	{ targets }: Publication,
	{ service, ...where }: Where & { service: string },
	note: Note,
	{ choices: { answers = {}, guessesChannels }, conversion }: Context,
): string[] {
	const found = targets.map((target) => {
		const account = accountOf(target, service);
		const known = conversion.accounts.find(({ id }) => id === account?.id) ?? account;
		known?.where.push({ ...where });
		if (account && known === account) conversion.accounts.push(account);
		const answer = account && answers[account.id]?.trim();
		return { target, channel: answer || (guessesChannels ? nameOf(target.network) : undefined) };
	});
	const open = found.filter(({ channel }) => channel === undefined);
	if (open.length > 0) {
		const names = open.map(({ target }) => describe(target)).join(' and ');
		note('setup', `It posted to ${names}`, 'Choose the channel under Channels.');
	}
	return found.flatMap(({ channel }) => channel ?? []);
}

/** The account of a target, unless only the run knows it. */
function accountOf({ network, account }: Target, service: string): Account | undefined {
	const named = plainText(account.id);
	if (isExpression(named)) return undefined;
	const id = String(named ?? '');
	const label = String(account.label ?? '') || id || 'an account that was not chosen';
	const key = `${service.toLowerCase().replace(/\W+/g, '-')}:${network}:${id}`;
	return { id: key, network, label, where: [] };
}

// Of Instagram there are two kinds.
const nameOf = (network: string) => providerName(network).replace(/ \(.*\)$/, '');

function describe({ network, account }: Target): string {
	const [id, label] = [plainText(account.id), account.label];
	const name = nameOf(network);
	if (isExpression(id)) return `${name} (the account that ${id.slice(1)} names)`;
	if (isGiven(label)) return `${name} (${String(label)})`;
	return isGiven(id)
		? `${name} (account ID ${String(id)})`
		: `${name} (an account that was not chosen)`;
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
		note(
			'check',
			`Left out, as the converter knows no field for it: ${left.map((name) => `“${name}”`).join(', ')}`,
			'Check whether the node has a field for it. Otherwise, set it on the network once the post is out.',
		);
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
