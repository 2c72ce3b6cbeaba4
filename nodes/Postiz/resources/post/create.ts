import type { INodeProperties } from 'n8n-workflow';

import type { ReadyPost, Row } from '../../post/batches';
import { Delivery } from '../../post/delivery';
import { channelFields, mediaCollection } from '../../post/form';
import { failuresOf, Uploads } from '../../transport/upload';
import { SlotFinder } from '../slots';
import type { Operation } from '../types';
import { deliveryOptions, deliveryPort, limitWait } from './createDelivery';
import { readItem, toRows, type CheckedItem, type CreateSession } from './createItem';
import { Results } from './createResults';

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
				description: 'Paste whole posts as JSON, such as the payload wizard of Postiz writes them',
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
			'What the Postiz API takes to create posts, or only the list of posts. What it does not say is taken from the fields below.',
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
			{
				name: 'Next Free Slot',
				value: 'nextSlot',
				description: 'Publish at the next free time of the posting schedule of each channel',
			},
			{ name: 'Now', value: 'now', description: 'Publish right away' },
		],
	},
	{
		displayName: 'Date',
		name: 'date',
		type: 'dateTime',
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
		placeholder: 'Today where empty',
		description: 'Where the draft stands in the calendar',
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
		displayName: 'Media',
		name: 'media',
		type: 'fixedCollection',
		placeholder: 'Add Media',
		typeOptions: { multipleValues: true, sortable: true, multipleValueButtonText: 'Add Media' },
		default: {},
		description: 'Pictures and videos of the post, in this order. Each file is uploaded once.',
		displayOptions: { show: { inputMode: ['fields'] } },
		options: [mediaCollection],
	},
	{
		displayName: 'Channels',
		name: 'channels',
		type: 'fixedCollection',
		placeholder: 'Add Channel',
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
		placeholder: 'Add Part',
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
					{
						displayName: 'Media',
						name: 'media',
						type: 'fixedCollection',
						placeholder: 'Add Media',
						typeOptions: {
							multipleValues: true,
							sortable: true,
							multipleValueButtonText: 'Add Media',
						},
						default: {},
						description: 'Pictures and videos of this part',
						options: [mediaCollection],
					},
				],
			},
		],
	},
	{
		displayName: 'Combine Items Into One Request',
		name: 'combineItems',
		type: 'boolean',
		noDataExpression: true,
		default: false,
		description:
			'Whether to send all items with the same date and options in one request. Postiz limits the requests per hour, not the posts: 200 rows with 4 dates need 4 requests.',
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
				displayName: 'Download Files if Needed',
				name: 'downloadMedia',
				type: 'boolean',
				default: false,
				description:
					'Whether n8n fetches media that Postiz cannot fetch itself, such as private addresses or ones without a file ending',
			},
			{
				displayName: 'Look Up Unclear Posts',
				name: 'lookUpUnclear',
				type: 'boolean',
				default: false,
				description:
					'Whether to look into Postiz when a request got no clear answer, to tell whether its posts arrived. Costs one request each time.',
			},
			{
				displayName: 'Maximum Posts per Request',
				name: 'maxPosts',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 50,
				description: 'Split requests with more posts than this',
			},
			{
				displayName: 'Maximum Request Size (KB)',
				name: 'maxKilobytes',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 100,
				description:
					'Split larger requests. Postiz takes 100 KB unless the instance is set up for more.',
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
				displayName: 'Requests per Hour',
				name: 'requestsPerHour',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 30,
				description:
					'Pause between the requests for posts of this run so that no more than this many go out in an hour',
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
			{
				displayName: 'Wait for the Limit (Minutes)',
				name: 'maxWait',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 60,
				description: 'Longest time to wait in all. Only used when the limit is set to Wait.',
			},
			{
				displayName: 'When the Limit Is Reached',
				name: 'limitReached',
				type: 'options',
				default: 'fail',
				options: [
					{ name: 'Fail', value: 'fail', description: 'Stop and say how long to wait' },
					{
						name: 'Hand on Unsent Items',
						value: 'continue',
						description: 'Output the items that were not sent as errors, for a later run',
					},
					{ name: 'Wait', value: 'wait', description: 'Wait, then go on' },
				],
				description: 'What to do when Postiz takes no more requests this hour',
			},
		],
	},
];

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
		const session: CreateSession = {
			context,
			client,
			uploads: new Uploads(context, client),
			now: Date.now(),
		};
		const results = new Results(context);
		let delivery: Delivery;
		try {
			const limit = limitWait(context);
			client.waitForLimit(limit);
			delivery = new Delivery(deliveryOptions(context), deliveryPort(session, limit));
		} catch (error) {
			for (const itemIndex of context.getInputData().keys()) results.fail(error, itemIndex);
			return results.output();
		}
		const checked = await readItems(session, results);
		const ready = await uploadFiles(checked, results);

		results.add(
			await delivery.deliver(
				ready
					.filter(({ item }) => item.shared.type !== 'nextSlot')
					.flatMap(({ item, posts }) => toRows(item, posts)),
			),
		);
		// Each takes a slot that the next one must find taken, so these go one after another.
		const finder = new SlotFinder(client);
		for (const { item, posts } of ready.filter(
			({ item: { shared } }) => shared.type === 'nextSlot',
		)) {
			for (const round of roundsOf(posts)) {
				let slots: Map<string, string> | undefined;
				try {
					if (!delivery.isStopped) slots = await finder.find(round, item.itemIndex);
				} catch (error) {
					results.fail(error, item.itemIndex);
					break;
				}
				results.add(await delivery.deliver(toRows(item, round, slots)));
			}
		}
		return results.output();
	},
};

/** Posts of which each goes to another channel: two to one channel take two slots. */
function roundsOf(posts: ReadyPost[]): ReadyPost[][] {
	const rounds: ReadyPost[][] = [];
	const counts = new Map<string, number>();
	for (const post of posts) {
		const round = counts.get(post.target.id) ?? 0;
		counts.set(post.target.id, round + 1);
		(rounds[round] ??= []).push(post);
	}
	return rounds;
}

type ReadyItem = { item: CheckedItem; posts: Row['posts'] };

// All items are read before anything is sent, so that a mistake in one costs no request.
async function readItems(session: CreateSession, results: Results): Promise<CheckedItem[]> {
	const checked: CheckedItem[] = [];
	for (let itemIndex = 0; itemIndex < session.context.getInputData().length; itemIndex++) {
		try {
			checked.push(await readItem(session, itemIndex));
		} catch (error) {
			results.fail(error, itemIndex);
		}
	}
	return checked;
}

async function uploadFiles(checked: CheckedItem[], results: Results): Promise<ReadyItem[]> {
	const uploads = await Promise.allSettled(checked.map(async (item) => await item.posts()));
	for (const { index, reason } of failuresOf(uploads)) {
		results.fail(reason, checked[index].itemIndex);
	}
	return uploads.flatMap((upload, index) =>
		upload.status === 'fulfilled' ? [{ item: checked[index], posts: upload.value }] : [],
	);
}
