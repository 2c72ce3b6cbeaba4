import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
} from 'n8n-workflow';

import { checkPost, summarize } from '../../post/checks';
import { toServiceContent, type ContentFormat } from '../../post/content';
import { refusePast, toServiceDate } from '../../post/date';
import { channelFields, DETECT, OTHER } from '../../post/form';
import { readJsonInput } from '../../post/json';
import { Problem } from '../../post/problem';
import { buildRequest, toTags } from '../../post/request';
import { buildSettings, isEmpty, parseSettingsJson, unwrap } from '../../post/settings';
import type { PostItem, PostType, PostValue, SharedFields, Target } from '../../post/types';
import { findProvider } from '../../providers';
import type { PostizClient } from '../../transport/client';
import { errorItem, itemError } from '../items';
import type { Operation } from '../types';

const properties: INodeProperties[] = [
	{
		displayName: 'Input Mode',
		name: 'inputMode',
		type: 'options',
		noDataExpression: true,
		default: 'fields',
		options: [
			{ name: 'Fields', value: 'fields', description: 'Fill in a form' },
			{
				name: 'JSON',
				value: 'json',
				description: 'Paste a request body, such as the payload wizard of Postiz makes it',
			},
		],
	},
	{
		displayName: 'JSON',
		name: 'json',
		type: 'json',
		required: true,
		typeOptions: { rows: 10 },
		default:
			'{\n  "posts": [\n    {\n      "integration": { "id": "" },\n      "value": [{ "content": "", "image": [] }],\n      "settings": {}\n    }\n  ]\n}',
		description:
			'The whole request body, or the list of its posts. What it does not say is taken from the fields below.',
		displayOptions: { show: { inputMode: ['json'] } },
	},
	{
		displayName: 'When to Publish',
		name: 'type',
		type: 'options',
		default: 'schedule',
		options: [
			{ name: 'At a Set Time', value: 'schedule', description: 'Publish at the date you choose' },
			{
				name: 'Never (Save as Draft)',
				value: 'draft',
				description: 'Put it into the calendar of Postiz without publishing it',
			},
			{ name: 'Now', value: 'now', description: 'Publish as soon as Postiz gets it' },
		],
	},
	{
		displayName: 'Date',
		name: 'date',
		type: 'dateTime',
		required: true,
		default: '',
		placeholder: 'e.g. 2026-12-14 10:00',
		description:
			'When to publish. Without a time zone it is meant in the time zone of the workflow.',
		displayOptions: { show: { type: ['schedule'] } },
	},
	{
		displayName: 'Date',
		name: 'date',
		type: 'dateTime',
		default: '',
		placeholder: 'e.g. 2026-12-14 10:00',
		description: 'Where the draft stands in the calendar. Today where empty.',
		displayOptions: { show: { type: ['draft'] } },
	},
	{
		displayName: 'Text',
		name: 'content',
		type: 'string',
		typeOptions: { rows: 5 },
		default: '',
		placeholder: 'e.g. Our winter menu is here!',
		description: 'What to post. All channels get this text.',
		displayOptions: { show: { inputMode: ['fields'] } },
	},
	{
		displayName: 'Channels',
		name: 'channels',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Channel' },
		required: true,
		default: { channel: [{}] },
		description: 'Where to post. All channels of an item go out in one request.',
		displayOptions: { show: { inputMode: ['fields'] } },
		options: [{ displayName: 'Channel', name: 'channel', values: channelFields() }],
	},
	{
		displayName: 'Thread',
		name: 'thread',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true, multipleValueButtonText: 'Add Part' },
		default: {},
		description: 'Further parts that follow as a thread, or as comments where there are none',
		displayOptions: { show: { inputMode: ['fields'] } },
		options: [
			{
				displayName: 'Part',
				name: 'segment',
				values: [
					{
						displayName: 'Text',
						name: 'content',
						type: 'string',
						typeOptions: { rows: 3 },
						default: '',
						description: 'Text of this part',
					},
					{
						displayName: 'Delay (Minutes)',
						name: 'delay',
						type: 'number',
						typeOptions: { minValue: 0 },
						default: 0,
						description: 'Minutes to wait after the part before',
					},
				],
			},
		],
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			{
				displayName: 'Allow Past Dates',
				name: 'allowPastDates',
				type: 'boolean',
				default: false,
				description: 'Whether to send dates in the past, which Postiz publishes at once',
			},
			{
				displayName: 'Repeat Every (Days)',
				name: 'inter',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 7,
				description: 'Publish the same post again every so many days',
			},
			{
				displayName: 'Shorten Links',
				name: 'shortLink',
				type: 'boolean',
				default: false,
				description: 'Whether Postiz replaces links in the text by short ones that count clicks',
			},
			{
				displayName: 'Skip Checks',
				name: 'skipChecks',
				type: 'boolean',
				default: false,
				description:
					'Whether to send the posts without checking lengths, settings and media first. Postiz may still refuse them.',
			},
			{
				displayName: 'Tags',
				name: 'tags',
				type: 'string',
				default: '',
				placeholder: 'e.g. winter, menu',
				description:
					'Tags of Postiz, separated by commas. Only tags that already exist in Postiz are kept. These are no hashtags.',
			},
			{
				displayName: 'Text Format',
				name: 'contentFormat',
				type: 'options',
				default: 'automatic',
				options: [
					{
						name: 'As Is',
						value: 'asIs',
						description: 'Send the text untouched; what Postiz makes of it is up to you',
					},
					{
						name: 'Automatic',
						value: 'automatic',
						description: 'Publish every character as you wrote it',
					},
					{ name: 'HTML', value: 'html', description: 'Keep bold, underline, links and lists' },
					{ name: 'Markdown', value: 'markdown', description: 'Turn Markdown into formatting' },
					{
						name: 'Plain Text',
						value: 'plain',
						description: 'Publish every character as you wrote it, tags included',
					},
				],
				description: 'How the text is written',
			},
			{
				displayName: 'Verify Channels',
				name: 'verifyChannels',
				type: 'boolean',
				default: false,
				description:
					'Whether to check first that every channel is connected and enabled. Costs one request per run; channels with a detected network are always checked.',
			},
		],
	},
];

interface Options {
	allowPastDates?: boolean;
	contentFormat?: ContentFormat;
	inter?: number;
	shortLink?: boolean;
	skipChecks?: boolean;
	tags?: unknown;
	verifyChannels?: boolean;
}

interface PreparedPost {
	item: PostItem;
	target: Target;
}

interface PreparedItem {
	itemIndex: number;
	shared: SharedFields;
	posts: PreparedPost[];
}

/** Post: Create (API: POST /posts). */
export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create a post',
		description: 'Publish, schedule or draft a post on one or several channels',
	},
	properties,
	execute: async (context, client) => {
		const output: INodeExecutionData[] = [];
		const fail = (error: unknown, itemIndex: number) => {
			const failure = itemError(context, error, itemIndex);
			if (!context.continueOnFail()) throw failure;
			output.push(errorItem(failure, itemIndex));
		};

		// All items are read before the first is sent, so that a mistake in one costs no request.
		const prepared: PreparedItem[] = [];
		for (let itemIndex = 0; itemIndex < context.getInputData().length; itemIndex++) {
			try {
				prepared.push(await prepareItem(context, client, itemIndex));
			} catch (error) {
				fail(error, itemIndex);
			}
		}
		for (const item of prepared) {
			try {
				output.push(...(await send(context, client, item)));
			} catch (error) {
				fail(error, item.itemIndex);
			}
		}
		return output.sort((a, b) => itemOf(a) - itemOf(b));
	},
};

const itemOf = ({ pairedItem }: INodeExecutionData) => (pairedItem as { item: number }).item;

async function prepareItem(
	context: IExecuteFunctions,
	client: PostizClient,
	itemIndex: number,
): Promise<PreparedItem> {
	const options = context.getNodeParameter('options', itemIndex, {}) as Options;
	const inputMode = context.getNodeParameter('inputMode', itemIndex, 'fields');
	const { posts, given } =
		inputMode === 'json'
			? await postsFromJson(context, client, itemIndex, options)
			: { posts: await postsFromFields(context, client, itemIndex, options), given: {} };
	const shared = sharedFields(context, itemIndex, options, given);
	if (!options.skipChecks) {
		const sentences = posts.flatMap(({ item, target }) => checkPost(item, target, shared.type));
		if (sentences.length > 0) {
			const { message, description } = summarize(sentences);
			throw new Problem(message, description);
		}
	}
	return { itemIndex, shared, posts };
}

const POST_TYPES = ['now', 'schedule', 'draft'];

function sharedFields(
	context: IExecuteFunctions,
	itemIndex: number,
	{ allowPastDates, inter, shortLink = false, tags }: Options,
	given: IDataObject,
): SharedFields {
	const type = (given.type ?? context.getNodeParameter('type', itemIndex)) as PostType;
	if (!POST_TYPES.includes(type)) {
		throw new Problem(
			`When to Publish cannot be “${String(type)}”`,
			`Allowed: ${POST_TYPES.join(', ')}.`,
		);
	}
	const repeat = given.inter ?? inter;
	if (!isEmpty(repeat) && !(Number.isInteger(repeat) && Number(repeat) > 0)) {
		throw new Problem(
			`Repeat Every (Days) cannot be “${String(repeat)}”`,
			'Enter a whole number of days, such as 7.',
		);
	}
	const now = Date.now();
	const entered =
		given.date ?? (type === 'now' ? '' : context.getNodeParameter('date', itemIndex, ''));
	const date =
		type !== 'schedule' && isEmpty(entered)
			? new Date(now).toISOString()
			: toServiceDate(entered, context.getTimezone());
	if (type === 'schedule' && !allowPastDates) refusePast(date, now);
	const { order, creationMethod } = given;
	return {
		type,
		date,
		shortLink: Boolean(given.shortLink ?? shortLink),
		tags: toTags(given.tags ?? tags),
		...(isEmpty(repeat) ? {} : { inter: Number(repeat) }),
		...(order === undefined ? {} : { order }),
		...(creationMethod === undefined ? {} : { creationMethod }),
	};
}

async function postsFromFields(
	context: IExecuteFunctions,
	client: PostizClient,
	itemIndex: number,
	{ contentFormat = 'automatic', verifyChannels = false }: Options,
): Promise<PreparedPost[]> {
	const entries = context.getNodeParameter('channels.channel', itemIndex, []) as IDataObject[];
	if (entries.length === 0) {
		throw new Problem('No channel is chosen', 'Add at least one channel under Channels.');
	}
	const parts = [
		{ content: context.getNodeParameter('content', itemIndex, '') },
		...(context.getNodeParameter('thread.segment', itemIndex, []) as IDataObject[]),
	];
	const posts: PreparedPost[] = [];
	for (const [index, entry] of entries.entries()) {
		const target = await resolveTarget(client, entry, index, entries.length, verifyChannels);
		const kind = target.provider?.text ?? 'plain';
		posts.push({
			target,
			item: {
				integration: { id: target.id },
				value: parts.map(({ content, delay }): PostValue => ({
					content: toServiceContent(textOf(content), contentFormat, kind),
					image: [],
					...(delay ? { delay: Number(delay) } : {}),
				})),
				settings: buildSettings(
					target.identifier,
					target.provider,
					entry,
					parseSettingsJson(entry.settingsJson),
				),
			},
		});
	}
	return posts;
}

function textOf(value: unknown): string {
	if (value === undefined || value === null) return '';
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

async function resolveTarget(
	client: PostizClient,
	entry: IDataObject,
	index: number,
	count: number,
	verify: boolean,
): Promise<Target> {
	const chosen = String(entry.provider ?? DETECT);
	const position = count > 1 ? `Channel ${index + 1}` : 'Channel';
	const id = String(unwrap(entry.integrationId) ?? '').trim();
	if (id === '') {
		throw new Problem(
			`${position}: no channel is chosen`,
			'Pick a channel from the list, or enter an ID. With an expression, check that every item has one.',
		);
	}
	const identifier = chosen === OTHER ? String(entry.providerIdentifier ?? '').trim() : chosen;
	if (identifier === '') {
		throw new Problem(
			`${position}: the Network Identifier is empty`,
			'Enter it as Channel > Get Many shows it under “identifier”, such as bluesky.',
		);
	}
	const declared = chosen === DETECT ? undefined : findProvider(identifier);
	if (chosen === DETECT || verify || declared?.aliases) {
		const target = await lookUpTarget(client, id, position);
		if (declared && target.provider !== declared) {
			throw new Problem(
				`${target.label} is no ${declared.displayName} channel`,
				'Choose the network of the channel, or Detect From Channel.',
			);
		}
		return target;
	}
	const name = cachedName(entry.integrationId);
	const network = declared?.displayName ?? identifier;
	return {
		id,
		identifier,
		provider: declared,
		name,
		label: `${position} (${[network, name].filter(Boolean).join(', ')})`,
	};
}

// The picker keeps the label of the chosen row, "Name (Network)".
function cachedName(locator: unknown): string | undefined {
	const { mode, cachedResultName } = (locator ?? {}) as {
		mode?: string;
		cachedResultName?: string;
	};
	return mode === 'list' ? cachedResultName?.replace(/ \([^()]*\)$/, '') : undefined;
}

async function lookUpTarget(client: PostizClient, id: string, position: string): Promise<Target> {
	const channels = await client.channels();
	const channel = channels.find((candidate) => candidate.id === id);
	if (!channel) {
		throw new Problem(
			`${position}: no channel with the ID “${id}” is connected`,
			'It may have been removed from Postiz. Pick a channel from the list, or look the ID up with Channel > Get Many.',
		);
	}
	const provider = findProvider(channel.identifier);
	const label = `${position} (${provider?.displayName ?? channel.identifier}, ${channel.name})`;
	if (channel.disabled) {
		throw new Problem(
			`${label} is disabled in Postiz`,
			'Posts to it would never go out. Enable or reconnect it under Channels in Postiz, or take it out here.',
		);
	}
	return { id, identifier: channel.identifier, provider, name: channel.name, label };
}

async function postsFromJson(
	context: IExecuteFunctions,
	client: PostizClient,
	itemIndex: number,
	{ verifyChannels = false }: Options,
): Promise<{ posts: PreparedPost[]; given: IDataObject }> {
	const { shared, posts } = readJsonInput(context.getNodeParameter('json', itemIndex));
	const prepared: PreparedPost[] = [];
	for (const [index, { integration, value, settings }] of posts.entries()) {
		const identifier = String(settings.__type ?? '').trim();
		const target = await resolveTarget(
			client,
			identifier
				? { provider: OTHER, providerIdentifier: identifier, integrationId: integration.id }
				: { provider: DETECT, integrationId: integration.id },
			index,
			posts.length,
			verifyChannels,
		);
		prepared.push({
			target,
			item: { integration, value, settings: { ...settings, __type: target.identifier } },
		});
	}
	return { posts: prepared, given: shared };
}

interface CreatedPost {
	postId: string;
	integration: string;
}

async function send(
	context: IExecuteFunctions,
	client: PostizClient,
	{ itemIndex, shared, posts }: PreparedItem,
): Promise<INodeExecutionData[]> {
	const created = await client.requestList<CreatedPost>({
		method: 'POST',
		path: '/posts',
		body: buildRequest(
			shared,
			posts.map(({ item }) => item),
		),
		itemIndex,
	});
	if (created.length !== posts.length) {
		throw new NodeOperationError(
			context.getNode(),
			`Postiz created ${created.length} of ${posts.length} posts`,
			{ itemIndex, description: 'Look into the calendar of Postiz before you run the node again.' },
		);
	}
	return created.map(({ postId }, index) => {
		const { target } = posts[index];
		return {
			json: {
				postId,
				channelId: target.id,
				...(target.name === undefined ? {} : { channelName: target.name }),
				provider: target.identifier,
				type: shared.type,
				date: shared.date,
			},
			pairedItem: { item: itemIndex },
		};
	});
}
