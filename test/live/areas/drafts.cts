import { segment } from '../../service/client.cjs';
import { isObject, type Values } from '../../service/schema.cjs';
import { differs, errorOf, join, show } from '../compare.cjs';
import { FILES } from '../files.cjs';
import type { Instance } from '../instance.cjs';
import { findChannels, itemFor, marked, PLAIN_NETWORKS } from '../items.cjs';
import { MARKER } from '../ledger.cjs';
import { byPostId, sendUnchecked } from '../nodePosts.cjs';
import { sendPosts } from '../plainPosts.cjs';
import {
	noChannel,
	noPreview,
	single,
	type AreaPlan,
	type Problem,
	type Skipped,
	type Step,
} from '../types.cjs';

/** Characters that no network takes, save for Nostr. */
const TOO_LONG = 70_000;

/** What only a draft may be (docs/api.md, Type and date). */
const BROKEN: Array<{ network: string; name: string; settings?: Values; value: object[] }> = [
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

/** Drafts that break a rule are created, and stay drafts. */
function planBroken(instance: Instance): AreaPlan {
	const nameOf = ({ network, name }: (typeof BROKEN)[number]) =>
		`${network}, ${name}: taken as a draft`;
	const { found, skipped } = findChannels(instance, BROKEN, {
		networkOf: ({ network }) => network,
		nameOf,
	});
	const run = async () => {
		const items = found.map(({ channel, entry: { settings = {}, value } }) =>
			itemFor(channel, settings, value),
		);
		const { sent } = await sendUnchecked(instance, items, { type: 'draft' });
		const kept = await instance.read(sent.flatMap(({ postId }) => postId ?? []));
		return sent.map(({ postId = '', problem }): Problem => {
			const post = kept.get(postId);
			if (!post) return problem ?? 'the post is not there';
			return join([
				differs('the state', post.state, 'DRAFT'),
				differs('the date', post.date, instance.date),
			]);
		});
	};
	const names = found.map(({ entry }) => nameOf(entry));
	return { steps: found.length > 0 ? [{ names, requests: 1, run }] : [], skipped };
}

const refusedAsDraft = (instance: Instance, name: string, item: Values, message: string): Step =>
	single(
		name,
		async () => {
			const { status, body } = await sendPosts(instance, [item], { type: 'draft' });
			const messages = isObject(body) ? body.message : undefined;
			const isSaid = Array.isArray(messages) && messages.some((text) => text === message);
			return status === 400 && isSaid ? undefined : `it was answered with ${status} ${show(body)}`;
		},
		{ requests: 1 },
	);

/** The state of a post both ways by Post: Update, and what neither it nor the service may do. */
function planStatus(instance: Instance, network: string): AreaPlan {
	const channel = instance.channelOf(network)!;
	const create = async (content: string): Promise<string> => {
		const { sent, run } = await sendUnchecked(
			instance,
			[itemFor(channel, {}, [segment(content)])],
			{
				type: 'draft',
				date: instance.findableDate,
			},
		);
		if (sent[0].postId === undefined) throw new Error(sent[0].problem ?? errorOf(run));
		return sent[0].postId;
	};
	const setState = async (id: string, state: string, date = '') =>
		await instance.node({
			resource: 'post',
			operation: 'update',
			...byPostId(id),
			updateFields: { state, date },
		});
	const stateOf = async (id: string) => (await instance.read([id])).get(id)?.state;
	const changed = single(
		'a draft becomes scheduled, and a draft again',
		async () => {
			const id = await create(MARKER);
			const there = await setState(id, 'scheduled');
			const scheduled = await stateOf(id);
			const back = await setState(id, 'draft');
			return join([
				errorOf(there),
				differs('the state', scheduled, 'QUEUE'),
				errorOf(back),
				differs('the state', await stateOf(id), 'DRAFT'),
			]);
		},
		{ requests: 1 },
	);
	const dated = single(
		'a draft becomes scheduled for another date',
		async () => {
			const id = await create(MARKER);
			const run = await setState(id, 'scheduled', instance.date);
			const post = (await instance.read([id])).get(id);
			return join([
				errorOf(run),
				differs('what the node says', run.output[0]?.[0]?.json.changed, ['date', 'state']),
				differs('the state', post?.state, 'QUEUE'),
				differs('the date', post?.date, instance.date),
			]);
		},
		{ requests: 2 },
	);
	const checked = single(
		'a draft that is too long is scheduled by the service, but not by the node',
		async () => {
			const id = await create(MARKER.padEnd(TOO_LONG, 'a'));
			const byNode = await setState(id, 'scheduled');
			const after = await stateOf(id);
			const path = `/public/v1/posts/${id}/status`;
			const byService = await instance.call('PUT', path, { status: 'schedule' });
			return join([
				byNode.error ? undefined : 'the node scheduled it',
				differs('the state', after, 'DRAFT'),
				differs('the status', byService.status, 200),
				differs('the state', await stateOf(id), 'QUEUE'),
			]);
		},
		{ requests: 1 },
	);
	const steps = [changed, dated, checked];
	// Without previews, the node finds only posts of the last and the next year.
	return instance.hasPreview
		? { steps, skipped: [] }
		: { steps: [], skipped: steps.map(({ names: [name] }) => noPreview(name)) };
}

/** What drafts may be, what not, and how they become scheduled. */
export function planDrafts(instance: Instance): AreaPlan {
	const broken = planBroken(instance);
	const skipped: Skipped[] = [...broken.skipped];
	const steps = [...broken.steps];
	const x = instance.channelOf('x');
	if (x)
		steps.push(
			refusedAsDraft(
				instance,
				'x: a draft with a setting missing is refused',
				itemFor(x, {}, [marked()]),
				'posts.0.settings.who_can_reply_post must be one of the following values: everyone, following, mentionedUsers, subscribers, verified',
			),
		);
	else skipped.push(noChannel('a draft with a setting missing', 'x'));
	// Of limited length, so that a text can be too long.
	const limited = PLAIN_NETWORKS.filter((network) => network !== 'nostr');
	const plain = instance.firstOf(limited);
	if (plain) {
		const status = planStatus(instance, plain.identifier);
		skipped.push(...status.skipped);
		steps.push(
			refusedAsDraft(
				instance,
				'a draft without text and files is refused',
				itemFor(plain, {}, [segment('')]),
				'posts.0.value.0. If images do not exist, content must be a non-empty string.',
			),
			...status.steps,
		);
	} else skipped.push(noChannel('empty drafts, status', ...limited));
	return { steps, skipped };
}
