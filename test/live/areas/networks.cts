import { without, type Values } from '../../service/schema.cjs';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { findProvider, providerName } from '../../../nodes/Postiz/providers';
import { byId, onChannels } from '../../integration/support/posts.cjs';
import { networkForms, titleOf, type NetworkForm } from '../../networks/forms.cjs';
import { compareSettings, differs, errorOf, join } from '../compare.cjs';
import type { Channel, Instance } from '../instance.cjs';
import { MARKER } from '../ledger.cjs';
import { whyNotSettings } from '../needs.cjs';
import { filesFor } from '../files.cjs';
import { postsOf, sentIn } from '../sending.cjs';
import {
	noChannel,
	single,
	type AreaPlan,
	type Problem,
	type Skipped,
	type Step,
} from '../types.cjs';

/** A form of a network, and the channel that it is tried on. */
interface Form extends NetworkForm {
	channel: Channel;
}

function findForms(instance: Instance): { forms: Form[]; skipped: Skipped[] } {
	const forms: Form[] = [];
	const skipped = networkForms.flatMap((form) => {
		const channel = instance.channels.find(({ identifier }) => identifier === form.identifier);
		if (!channel) return [noChannel(titleOf(form), form.identifier)];
		const reason = findProvider(channel.identifier)?.onlyDrafts
			? 'it takes only drafts'
			: whyNotSettings(instance.release, channel.identifier, form.settings);
		if (reason) return [{ name: titleOf(form), reason }];
		forms.push({ ...form, channel });
		return [];
	});
	const unknown = instance.channels.filter(({ identifier }) => !findProvider(identifier));
	const reason = 'the node does not know this network';
	return {
		forms,
		skipped: [...skipped, ...unknown.map(({ identifier: name }) => ({ name, reason }))],
	};
}

/** Forms that go into one item: they have the same files, and no channel twice. */
function groupForms(forms: Form[]): Form[][] {
	const groups: Form[][] = [];
	for (const form of forms) {
		const group = groups.find(
			(candidate) =>
				candidate[0].files === form.files &&
				candidate.every(({ channel }) => channel !== form.channel),
		);
		if (group) group.push(form);
		else groups.push([form]);
	}
	return groups;
}

async function sendForms(
	instance: Instance,
	forms: Form[],
	options: INodeParameters,
	requests: number,
) {
	const files = await filesFor(instance, forms[0].files);
	return await instance.node(
		{
			resource: 'post',
			operation: 'create',
			type: 'schedule',
			date: instance.findableDate,
			content: MARKER,
			media: { file: files.map((file) => ({ source: 'upload', file: JSON.stringify(file) })) },
			...onChannels(
				...forms.map(({ network, kind, form, channel }) => ({
					provider: network,
					...byId(channel.id),
					...(form as INodeParameters),
					content: `${MARKER} Fresh beans, ${kind}`,
				})),
			),
			options,
		},
		{ requests },
	);
}

/** Sends forms, and once more: what is there already must be known again. */
async function tryForms(instance: Instance, forms: Form[]): Promise<Problem[]> {
	const run = await sendForms(instance, forms, {}, 1);
	// One that fails takes the others with it: alone, each shows what it is worth.
	if (run.error && forms.length > 1) {
		const problems: Problem[] = [];
		for (const form of forms) problems.push(...(await tryForms(instance, [form])));
		return problems;
	}
	const created = postsOf(run);
	const kept = await instance.read(created.map(({ postId }) => postId));
	const again = run.error ? [] : postsOf(await sendForms(instance, forms, { ifExists: 'skip' }, 0));
	return forms.map(({ settings, channel: { id, identifier } }) => {
		const own = created.find(({ channelId }) => channelId === id);
		const post = own && kept.get(own.postId);
		if (!post) return errorOf(run) ?? 'the post is not there';
		const wanted = { __type: identifier, ...settings };
		const sent = sentIn(run).find(({ integration }) => integration.id === id);
		const known = again.find(({ channelId }) => channelId === id);
		return join([
			differs('what was sent', sent && without(sent.settings as Values, 'n8n'), wanted),
			compareSettings(post.settings, wanted),
			differs('the state', post.state, 'QUEUE'),
			differs('what a second run skips', known?.outcome === 'there' && known.postId, own.postId),
		]);
	});
}

/** What other channels do once a post is out, by the networks that they have to be of. */
const OTHERS: Array<[networks: string[], plugs: Record<string, IDataObject>]> = [
	[['x'], { 'x-repost-post-users': { delay: '3600000' } }],
	[
		['linkedin', 'linkedin-page'],
		{
			'linkedin-repost-post-users': { delay: '86400000' },
			'linkedin-add-comment': { delay: '0', comment: 'Nice' },
		},
	],
];

const plugSettings = (plugs: Record<string, IDataObject>, more: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(plugs).flatMap(([key, values]) =>
			Object.entries({ ...values, ...more }).map(([part, value]) => [
				`plug--${key}--${part}`,
				value,
			]),
		),
	);

/** Posts that other channels are to repost and comment on; they never go out. */
const planOthers = (instance: Instance): AreaPlan =>
	OTHERS.map(([networks, plugs]) => {
		const name = `${providerName(networks[0])}: reposts and comments from other channels`;
		const [own, other] = networks.flatMap((network) => instance.channelsOf(network));
		if (!own || !other) return noChannel(name, `${networks.join(', ')} beside another`);
		const run = async (): Promise<Problem> => {
			const ran = await instance.node(
				{
					resource: 'post',
					operation: 'create',
					type: 'schedule',
					date: instance.date,
					content: MARKER,
					...onChannels({
						provider: own.identifier,
						...byId(own.id),
						settings: plugSettings(plugs, { integrations: [other.id] }) as INodeParameters,
					}),
				},
				{ requests: 1 },
			);
			const [created] = postsOf(ran);
			const post = created && (await instance.read([created.postId])).get(created.postId);
			if (!post) return errorOf(ran) ?? 'the post is not there';
			const kept = plugSettings(plugs, { integrations: [{ id: other.id }], active: true });
			return join(Object.keys(kept).map((key) => differs(key, post.settings[key], kept[key])));
		};
		return single(name, run, { requests: 1 });
	});

/** Every network in its smallest and fullest form, and with the settings that depend on others. */
export function planNetworks(instance: Instance): AreaPlan {
	const { forms, skipped } = findForms(instance);
	const steps = groupForms(forms).map((group): Step => ({
		names: group.map(titleOf),
		requests: 1,
		run: async () => await tryForms(instance, group),
	}));
	return [...steps, ...skipped, ...planOthers(instance)];
}
