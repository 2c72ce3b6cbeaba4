import type { INodeParameters } from 'n8n-workflow';

import { byId, onChannels } from '../../integration/support/posts.cjs';
import { differs, errorOf, join } from '../compare.cjs';
import type { Channel, Instance } from '../instance.cjs';
import { PLAIN_NETWORKS } from '../items.cjs';
import { MARKER } from '../ledger.cjs';
import { postsOf } from '../nodePosts.cjs';
import { noChannel, noPreview, single, type AreaPlan, type Skipped, type Step } from '../types.cjs';

/** What X takes of every account. */
const LEAST_ON_X = 280;
/** Some 2,900 characters: less than LinkedIn takes. */
const LONG = [
	MARKER,
	...Array<string>(52).fill('This tells of our coffee and of our tea, in a sentence.'),
];

const create = async (
	instance: Instance,
	channels: Channel[],
	{ requests = 1, ...parameters }: INodeParameters & { requests?: number },
) =>
	await instance.node(
		{
			resource: 'post',
			operation: 'create',
			type: 'schedule',
			date: instance.findableDate,
			...onChannels(
				...channels.map(({ id, identifier }) => ({ provider: identifier, ...byId(id) })),
			),
			...parameters,
		},
		{ requests },
	);

function planLongText(instance: Instance, x: Channel, linkedin: Channel): Step {
	const run = async () => {
		const { output } = await instance.node({
			resource: 'integration',
			operation: 'getSettings',
			...byId(x.id),
		});
		// An account that may write more gets it whole, too. Older releases say nothing, or less than is true.
		const said = Number(output[0]?.[0]?.json.maxLength);
		const limit = Math.max(said || 0, LEAST_ON_X);
		const content = LONG.join(' ');
		const made = await create(instance, [x, linkedin], { content, options: { tooLong: 'split' } });
		const created = postsOf(made);
		const kept = await instance.read(created.map(({ postId }) => postId));
		const partsOf = ({ id }: Channel) =>
			created
				.filter(({ channelId }) => channelId === id)
				.flatMap(({ postId }) => kept.get(postId)?.parts.map((part) => part.content) ?? []);
		const [onX, onLinkedin] = [x, linkedin].map(partsOf);
		return join([
			errorOf(made),
			differs('the text on LinkedIn', onLinkedin, [content]),
			differs('the text of all parts on X', onX.join(' '), content),
			differs('that X gets a thread', onX.length > 1, limit < content.length),
			differs(
				'parts that are too long',
				onX.filter((part) => part.length > limit),
				[],
			),
		]);
	};
	const name = 'a text that is too long for X becomes a thread there, and stays whole on LinkedIn';
	return single(name, run, { requests: 1 });
}

function planSamePost(instance: Instance, channel: Channel, ifSame: string): Step {
	const run = async () => {
		const again = async (requests: number) =>
			await create(instance, [channel], {
				content: `${MARKER} which is there already, with ${ifSame}`,
				options: { ifSame, ...(ifSame === 'skip' && { sameDays: 1 }) },
				requests,
			});
		const first = await again(1);
		const second = await again(0);
		const sent = second.calls.filter(({ method }) => method === 'POST');
		return join([
			errorOf(first),
			errorOf(second),
			differs('what the second run sent', sent, []),
			differs('the post that it names', postsOf(second)[0]?.postId, postsOf(first)[0]?.postId),
		]);
	};
	return single(`a second run skips the post that the first one made, with ${ifSame}`, run, {
		requests: 1,
	});
}

/** Options that look at what a network takes, or at what the calendar has. */
export function planOptions(instance: Instance): AreaPlan {
	const steps: Step[] = [];
	const skipped: Skipped[] = [];
	const [x, linkedin] = ['x', 'linkedin'].map((network) => instance.channelOf(network));
	if (!instance.hasPreview) skipped.push(noPreview('If Text Is Too Long'));
	else if (x && linkedin) steps.push(planLongText(instance, x, linkedin));
	else skipped.push(noChannel('If Text Is Too Long', x ? 'linkedin' : 'x'));
	const plain = instance.firstOf(PLAIN_NETWORKS);
	if (plain)
		steps.push(...['finish', 'skip'].map((ifSame) => planSamePost(instance, plain, ifSame)));
	else skipped.push(noChannel('If the Same Post Exists', ...PLAIN_NETWORKS));
	return { steps, skipped };
}
