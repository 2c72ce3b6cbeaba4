import { plain } from '../request';
import { asObject, type Json } from '../types';
import { ID, postOutput } from './links';
import type { Reading, Service, Surroundings } from './types';
import { flagOf, given, isGiven, mayDiffer, NO_FIELDS, othersIn, plainText } from './values';

const TEXT = { published: 'text' };
const OUTPUT = postOutput({ id: ID, text: TEXT, 'data.id': ID, 'data.text': TEXT });

/** A media ID, wherever a version of the API has it, means the uploaded file. */
const UPLOADED = {
	fields: Object.fromEntries(
		[
			'media_id_string',
			'media_id',
			'id',
			'data.id',
			'data.media_id_string',
			'data.media_id',
			'body.data.id',
			'body.media_id_string',
		].map((path) => [path, { path: '' }]),
	),
	others: 'gone' as const,
};

interface Tweet {
	text: unknown;
	/** Names of binary fields, or IDs of media that were uploaded before. */
	media: { names: unknown } | { ids: unknown };
	reply?: unknown;
	quote?: unknown;
	location?: unknown;
	settings?: Json;
	lost?: string[];
	others: string[];
}

const KNOWN_OF_NODE = [
	...NO_FIELDS,
	...['resource', 'operation', 'text', 'additionalFields'],
	// Of other operations, which n8n keeps.
	...['searchText', 'limit', 'returnAll', 'tweetId', 'user', 'list', 'tweetDeleteId', 'userId'],
];

const KNOWN_OF_FIELDS = [
	...['attachments', 'inReplyToStatusId', 'inQuoteToStatusId', 'location', 'locationFieldsUi'],
	...['possiblySensitive', 'displayCoordinates'],
];

const KNOWN_OF_BODY = [
	...['text', 'media', 'reply', 'quote_tweet_id', 'reply_settings', 'poll', 'geo', 'nullcast'],
	...['card_uri', 'direct_message_deep_link', 'for_super_followers_only', 'made_with_ai'],
	...['community_id', 'share_with_followers', 'paid_partnership'],
];

/** What Postiz has no field for. */
const LOST: Record<string, string> = {
	card_uri: 'a card',
	direct_message_deep_link: 'the link to a message',
	for_super_followers_only: 'that only subscribers see it',
	share_with_followers: 'that followers see it, too',
};

/** X: n8n’s own node, and requests to its API. */
export const x: Service = {
	name: 'X',
	types: ['n8n-nodes-base.twitter'],
	readNode: ({ parameters, version }, around) => {
		const { resource = 'tweet', operation = 'create', text } = parameters;
		if (resource !== 'tweet' || operation !== 'create') return undefined;
		const more = asObject(parameters.additionalFields);
		return toReading(
			{
				text,
				media: version < 2 ? { names: more.attachments } : { ids: more.attachments },
				reply: more.inReplyToStatusId,
				quote: more.inQuoteToStatusId,
				location:
					more.location ?? asObject(asObject(more.locationFieldsUi).locationFieldsValues).latitude,
				lost: mayDiffer(more.possiblySensitive, false) ? ['that it may be sensitive'] : [],
				others: [...othersIn(parameters, KNOWN_OF_NODE), ...othersIn(more, KNOWN_OF_FIELDS)],
			},
			around,
		);
	},
	hosts: /(?:^|\.)(?:twitter|x)\.com$/,
	readRequest: ({ path, method, values, files, body }, around) => {
		if (method !== 'POST') return undefined;
		const at = path.join('/');
		if (/(?:^|\/)media\/upload(?:\.json)?$/.test(at)) {
			const [file] = files.media ?? [];
			return file === undefined || values.command
				? {
						does: 'stays',
						because: 'it uploads a file in parts, or in a way that could not be read',
					}
				: {
						does: 'upload',
						media: { from: 'binary', value: plainText(file) },
						output: UPLOADED,
						isOnlyId: true,
					};
		}
		if (/^1\.1\/statuses\/update/.test(at)) {
			return { does: 'stays', because: 'it posts by version 1.1 of the API' };
		}
		if (at !== '2/tweets') return undefined;
		const sent = asObject(plain(body));
		const all = { ...firstOf(values), ...sent };
		const [text = sent.text] = values.text ?? [];
		if (isGiven(all.poll)) {
			return {
				does: 'stays',
				because: 'it asks a question with answers to choose, which Postiz cannot',
			};
		}
		if (mayDiffer(all.nullcast, false)) {
			return { does: 'stays', because: 'it is for advertisements only' };
		}
		return toReading(
			{
				text,
				media: { ids: asObject(sent.media).media_ids },
				reply: asObject(sent.reply).in_reply_to_tweet_id,
				quote: sent.quote_tweet_id,
				location: asObject(sent.geo).place_id,
				settings: given({
					who_can_reply_post: all.reply_settings,
					community: all.community_id,
					made_with_ai: flagOf(all.made_with_ai) || '',
					paid_partnership: flagOf(all.paid_partnership) || '',
				}),
				lost: [
					...Object.entries(LOST).flatMap(([key, label]) => (isSet(all[key]) ? [label] : [])),
					...(isGiven(asObject(sent.media).tagged_user_ids) ? ['the people on it'] : []),
				],
				others: othersIn(all, KNOWN_OF_BODY),
			},
			around,
		);
	},
};

function toReading(tweet: Tweet, around: Surroundings): Reading {
	const { text, media, reply, quote, location, settings, lost = [], others } = tweet;
	if (isNamed(reply)) {
		const { value = reply } = asObject(reply);
		return {
			does: 'stays',
			repliesTo: value,
			because: around.isOfPost(value)
				? 'it replies to a post of this workflow: its text belongs under Thread of the node that makes that post'
				: 'it replies to a post, which Postiz does in threads of its own only',
		};
	}
	if (isNamed(quote)) return { does: 'stays', because: 'it quotes a post, which Postiz cannot' };
	const files =
		'names' in media ? around.mediaOf(media.names, 'binary') : around.mediaOf(media.ids);
	if ('ids' in media && files.some(({ from }) => from !== 'upload')) {
		return {
			does: 'stays',
			because: 'its media ID comes from where it could not be followed to a file',
		};
	}
	return {
		does: 'post',
		post: {
			targets: [
				{
					network: 'x',
					account: { id: around.credential ?? '', label: around.credential ?? 'your X account' },
					settings,
				},
			],
			text: plainText(text) ?? '',
			media: files,
			options: {},
			lost: [...(isGiven(location) ? ['the place'] : []), ...lost],
			others,
		},
		output: OUTPUT,
	};
}

const firstOf = (values: Record<string, unknown[]>): Json =>
	Object.fromEntries(Object.entries(values).map(([name, [value]]) => [name, value]));

const isSet = (value: unknown) => isGiven(value) && flagOf(value) !== false;

// A field with a list to pick from, or a text; early versions keep an empty one.
function isNamed(field: unknown): boolean {
	const { value = field } = asObject(field);
	return typeof field === 'object' ? isGiven(asObject(field).value) : isGiven(value);
}
