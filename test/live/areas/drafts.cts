import { segment } from '../../service/client.cjs';
import type { Values } from '../../service/schema.cjs';
import { differs, errorOf, join, messagesOf, show } from '../compare.cjs';
import { FILES } from '../files.cjs';
import type { Channel, Instance } from '../instance.cjs';
import { findChannels, itemFor, marked, onFirst, PLAIN_NETWORKS } from '../items.cjs';
import { MARKER } from '../ledger.cjs';
import { byPostId, createOne, judgeKept, sendPosts, sendUnchecked } from '../sending.cjs';
import { single, type AreaPlan, type Problem, type Step } from '../types.cjs';

/** Characters that no network takes, save for Nostr. */
const TOO_LONG = 70_000;

interface Broken {
	network: string;
	name: string;
	settings?: Values;
	value: object[];
}

/** What only a draft may be (docs/api.md, Type and date). */
const BROKEN: Broken[] = [
	{
		network: 'youtube',
		name: 'no video',
		settings: { title: 'Tea', type: 'public' },
		value: [marked()],
	},
	{ network: 'bluesky', name: '5 pictures', value: [marked(Array(5).fill(FILES.png))] },
	{ network: 'mastodon', name: '501 characters', value: [segment(MARKER.padEnd(501, 'a'))] },
	{
		network: 'gmb',
		name: 'an event without a title',
		settings: { topicType: 'EVENT' },
		value: [marked()],
	},
	{ network: 'kick', name: 'any post', value: [marked()] },
];

const nameOf = ({ network, name }: Broken) => `${network}, ${name}: taken as a draft`;

/** Drafts that break a rule are created, and stay drafts. */
async function tryBroken(
	instance: Instance,
	broken: Array<Broken & { channel: Channel }>,
): Promise<Problem[]> {
	const items = broken.map(({ channel, settings = {}, value }) =>
		itemFor(channel, settings, value),
	);
	const { sent } = await sendUnchecked(instance, items, { type: 'draft' });
	return await judgeKept(instance, sent, ({ state, date }) =>
		join([differs('the state', state, 'DRAFT'), differs('the date', date, instance.date)]),
	);
}

const refusedAsDraft = (instance: Instance, name: string, item: Values, message: string): Step =>
	single(
		name,
		async () => {
			const { status, body } = await sendPosts(instance, [item], { type: 'draft' });
			const isSaid = status === 400 && messagesOf(body)?.includes(message);
			return isSaid ? undefined : `it was answered with ${status} ${show(body)}`;
		},
		{ requests: 1 },
	);

/** The state of a post both ways by Post: Update, and what the service does not check then. */
function planStates(instance: Instance, channel: Channel): Step[] {
	const create = async (content: string) =>
		await createOne(instance, itemFor(channel, {}, [segment(content)]), {
			type: 'draft',
			date: instance.findableDate,
		});
	const setState = async (postId: string, state: string, date = '') =>
		await instance.node({
			resource: 'post',
			operation: 'update',
			...byPostId(postId),
			updateFields: { state, date },
		});
	const stateOf = async (id: string) => (await instance.read([id])).get(id)?.state;
	return [
		single(
			'a draft becomes scheduled, also for another date, and a draft again',
			async () => {
				const id = await create(MARKER);
				const there = await setState(id, 'scheduled', instance.date);
				const post = (await instance.read([id])).get(id);
				const back = await setState(id, 'draft');
				const draft = await stateOf(id);
				const again = await setState(id, 'scheduled');
				return join([
					...[there, back, again].map(errorOf),
					differs('the date', post?.date, instance.date),
					differs(
						'the states',
						[post?.state, draft, await stateOf(id)],
						['QUEUE', 'DRAFT', 'QUEUE'],
					),
				]);
			},
			{ requests: 2 },
		),
		single(
			'a draft that is too long is scheduled by the service',
			async () => {
				const id = await create(MARKER.padEnd(TOO_LONG, 'a'));
				const path = `/public/v1/posts/${id}/status`;
				const { status } = await instance.call('PUT', path, { status: 'schedule' });
				return join([
					differs('the status', status, 200),
					differs('the state', await stateOf(id), 'QUEUE'),
				]);
			},
			{ requests: 1 },
		),
	];
}

/** What drafts may be, what not, and how they become scheduled. */
export function planDrafts(instance: Instance): AreaPlan {
	const { found, skipped } = findChannels(instance, BROKEN, nameOf);
	const run = async () => await tryBroken(instance, found);
	// Of limited length, so that a text can be too long.
	const limited = PLAIN_NETWORKS.filter((network) => network !== 'nostr');
	return [
		...(found.length > 0 ? [{ names: found.map(nameOf), requests: 1, run }] : []),
		...skipped,
		...onFirst(instance, ['x'], 'a draft with a setting missing', (x) => [
			refusedAsDraft(
				instance,
				'x: a draft with a setting missing is refused',
				itemFor(x, {}, [marked()]),
				'posts.0.settings.who_can_reply_post must be one of the following values: everyone, following, mentionedUsers, subscribers, verified',
			),
		]),
		...onFirst(instance, limited, 'states of a post', (plain) => planStates(instance, plain)),
	];
}
