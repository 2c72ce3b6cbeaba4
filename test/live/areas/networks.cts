import { isDeepStrictEqual } from 'node:util';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { findProvider, providerName } from '../../../nodes/Postiz/providers';
import { byId, onChannels } from '../../integration/support/posts.cjs';
import { networkForms, titleOf, type NetworkForm } from '../../networks/forms.cjs';
import { jsonItems } from '../../integration/support/harness.cjs';
import { compareSettings, differs, errorOf, join, show } from '../compare.cjs';
import type { Channel, Instance } from '../instance.cjs';
import { MARKER } from '../ledger.cjs';
import { whyNotSettings } from '../needs.cjs';
import { FILES, uploadPicture, type FileRef } from '../files.cjs';
import { postsOf } from '../nodePosts.cjs';
import { noChannel, single, type AreaPlan, type Problem, type Step } from '../types.cjs';

/** A form of a network, and the channel that it is tried on. */
interface Form extends NetworkForm {
	channel: Channel;
}

function findForms(instance: Instance): Pick<AreaPlan, 'skipped'> & { forms: Form[] } {
	const forms: Form[] = [];
	const skipped = networkForms.flatMap((form) => {
		const channel = instance.channels.find(({ identifier }) => identifier === form.identifier);
		if (!channel) return [noChannel(titleOf(form), form.identifier)];
		const reason = whyNotSettings(instance.release, channel.identifier, form.settings);
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

async function filesFor(instance: Instance, { files }: Form): Promise<FileRef[]> {
	switch (files) {
		case 'image':
			return [FILES.png];
		case 'images':
			return [FILES.png, FILES.jpg];
		case 'shot':
			return [await uploadPicture(instance, 400, 300)];
		case 'video':
			return [FILES.mp4];
		case undefined:
			return [];
	}
}

async function sendForms(instance: Instance, forms: Form[]) {
	const files = await filesFor(instance, forms[0]);
	return await instance.node(
		{
			resource: 'post',
			operation: 'create',
			type: 'schedule',
			date: instance.date,
			content: MARKER,
			media: { file: files.map((file) => ({ source: 'upload', file: JSON.stringify(file) })) },
			...onChannels(
				...forms.map(({ network, form, channel }) => ({
					provider: network,
					...byId(channel.id),
					...(form as INodeParameters),
					content: `${MARKER} Fresh beans`,
				})),
			),
		},
		{ requests: requestsFor(forms) },
	);
}

// Kick takes only drafts, which the node sends in a request of their own.
function requestsFor(forms: Form[]): number {
	const kick = forms.filter(({ channel }) => channel.identifier === 'kick').length;
	return Math.sign(kick) + Math.sign(forms.length - kick);
}

async function tryForms(instance: Instance, forms: Form[]): Promise<Problem[]> {
	const run = await sendForms(instance, forms);
	// One that fails takes the others with it: alone, each shows what it is worth.
	if (run.error && forms.length > 1) {
		const problems: Problem[] = [];
		for (const form of forms) problems.push(...(await tryForms(instance, [form])));
		return problems;
	}
	const created = postsOf(run);
	const kept = await instance.read(created.map(({ postId }) => postId));
	return forms.map(({ settings, channel }) => {
		const own = created.find(({ channelId }) => channelId === channel.id);
		const post = own && kept.get(own.postId);
		if (!post) return errorOf(run) ?? 'the post is not there';
		const sent = { __type: channel.identifier, ...settings };
		return join([
			compareSettings(post.settings, sent),
			isDeepStrictEqual(post.state, 'QUEUE') ? undefined : `the post is ${post.state}`,
		]);
	});
}

type Listed = Channel & { profile?: string; customer?: { id: string } | null; disabled?: boolean };

/** What a row of a sheet may hold, and the IDs of the channels that it means, of the listed ones. */
function namedChannels(listed: Listed[]): Array<{ to: unknown; ids: string[] }> {
	const usable = listed.filter(({ disabled }) => disabled !== true);
	const idsOf = (channels: Listed[]) => channels.map(({ id }) => id);
	const wordOf = (name: string) => name.trim().replace(/^@/, '').toLowerCase();
	const words = listed.flatMap(({ name, profile = '' }) => [
		...new Set([name, profile].map(wordOf)),
	]);
	const isOnly = (name: string) => words.filter((word) => word === wordOf(name)).length === 1;
	const groups = new Set(usable.flatMap(({ customer }) => customer?.id ?? []));
	return [
		{ to: usable, ids: idsOf(usable) },
		{ to: idsOf(usable).join(', '), ids: idsOf(usable) },
		...usable
			.filter(({ name }) => isOnly(name))
			.map(({ name, id }) => ({ to: `@${wordOf(name)}`, ids: [id] })),
		...[...groups].map((group) => ({
			to: [`group:${group}`],
			ids: idsOf(usable.filter(({ customer }) => customer?.id === group)),
		})),
	];
}

const planNames = (instance: Instance): Step =>
	single('Post: Create finds channels by ID, name and group', async () => {
		const { body } = await instance.call('GET', '/public/v1/integrations');
		const rows = namedChannels(body as Listed[]);
		const { output, error } = await instance.node(
			{
				resource: 'post',
				operation: 'create',
				type: 'draft',
				content: MARKER,
				channels: '={{ $json.to }}',
				options: { validateOnly: true, skipValidation: true },
			},
			{ items: jsonItems(rows.map(({ to }) => ({ to }) as IDataObject)) },
		);
		const found = rows.map(() => [] as unknown[]);
		for (const { json, pairedItem } of output[0] ?? [])
			found[(pairedItem as { item: number }).item].push(json.channelId);
		return (
			errorOf({ error }) ??
			join(rows.map(({ to, ids }, row) => differs(`what ${show(to)} means`, found[row], ids)))
		);
	});

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
function planOthers(instance: Instance): AreaPlan {
	const skipped: AreaPlan['skipped'] = [];
	const steps = OTHERS.flatMap(([networks, plugs]) => {
		const name = `${providerName(networks[0])}: reposts and comments from other channels`;
		const [own, other] = networks.flatMap((network) => instance.channelsOf(network));
		if (!own || !other) skipped.push(noChannel(name, `${networks.join(', ')} beside another`));
		if (!own || !other) return [];
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
		return [single(name, run, { requests: 1 })];
	});
	return { steps, skipped };
}

/** Every network in its smallest and fullest form, and with the settings that depend on others. */
export function planNetworks(instance: Instance): AreaPlan {
	const { forms, skipped } = findForms(instance);
	const steps = groupForms(forms).map((group): Step => ({
		names: group.map(titleOf),
		requests: requestsFor(group),
		run: async () => await tryForms(instance, group),
	}));
	const names = instance.channels.length > 0 ? [planNames(instance)] : [];
	const others = planOthers(instance);
	return {
		steps: [...names, ...steps, ...others.steps],
		skipped: [...skipped, ...others.skipped],
	};
}
