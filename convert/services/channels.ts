import { providerName } from '../../nodes/Postiz/providers';
import { accessesIn } from '../accesses';
import { isExpression } from '../expressions';
import type { Note, Context } from '../types';
import type { Channels } from './create';
import type { Surroundings } from './around';
import type { Publication, Target } from './types';

/** Where a channel is asked for. */
interface Place extends Context {
	node: string;
	around: Surroundings;
	service: string;
}

/**
 * The channels that the accounts of a post become, as people answered; the others stay open, and the note
 * says which. Keeps each account for the question.
 */
export function channelsFor(post: Publication, place: Place, note: Note): Channels {
	if (post.channels !== undefined) {
		note(
			'setup',
			`Its networks come from an expression: ${post.channels.slice(1)}. It is now in Channels, where a network means its only channel`,
			'If Postiz has several channels of a network, let the expression return their names.',
		);
		return post.channels;
	}
	const found = post.targets.map((target) => ({
		target,
		channel: channelOf(target, place),
	}));
	const open = found.filter(({ channel }) => channel === undefined);
	if (open.length > 0) {
		const names = open.map(({ target }) => describe(target, place.around)).join(' and ');
		note('setup', `It posted to ${names}`, 'Choose the channel under Channels.');
	}
	for (const name of settersOf(post, place.around)) {
		note(
			'check',
			`It read its account from “${name}”, which the new node does not`,
			'If nothing else needs that node, take it out.',
		);
	}
	return found.flatMap(({ channel }) => channel ?? []);
}

/** The nodes that hold the accounts of a post, by name. */
function settersOf({ targets }: Publication, around: Surroundings): Set<string> {
	const ids = targets.map(({ account }) => account.id).filter(isExpression);
	const set = ids.filter((id) => around.constantOf(id) !== undefined);
	return new Set(set.flatMap((id) => accessesIn(id).flatMap(({ node }) => node ?? [])));
}

function channelOf({ network, account }: Target, place: Place): string | undefined {
	const { choices, conversion, around, node, service } = place;
	const fixed = around.constantOf(account.id) ?? (isExpression(account.id) ? undefined : '');
	const id = `${service.toLowerCase().replace(/\W+/g, '-')}:${network}:${fixed}`;
	if (fixed !== undefined) {
		const where = { ...place.place, node };
		const known = conversion.accounts.find((one) => one.id === id);
		if (known) known.where.push(where);
		else conversion.accounts.push({ id, network, label: labelOf(account, fixed), where: [where] });
	}
	const answer = fixed === undefined ? undefined : choices.answers?.[id];
	if (answer !== undefined && answer.trim() !== '') return answer.trim();
	return choices.guessesChannels ? nameOf(network) : undefined;
}

function labelOf({ label }: Target['account'], fixed: string): string {
	if (typeof label === 'string' && label !== '') return label;
	return fixed === '' ? 'an account that was not chosen' : fixed;
}

// A network means its only channel; of Instagram there are two kinds.
const nameOf = (network: string) => providerName(network).replace(/ \(.*\)$/, '');

function describe({ network, account }: Target, around: Surroundings): string {
	const name = nameOf(network);
	const fixed = around.constantOf(account.id);
	if (fixed === undefined && isExpression(account.id)) {
		return `${name} (the account that ${account.id.slice(1)} names)`;
	}
	const label = labelOf(account, fixed ?? '');
	return `${name} (${account.label || fixed === '' ? label : `account ID ${label}`})`;
}
