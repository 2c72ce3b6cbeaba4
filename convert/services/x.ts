import { plain } from '../request';
import { asObject, type Json } from '../types';
import { ID, postOutput } from './links';
import type { Reading, Service, Surroundings } from './types';
import { given, isGiven, plainText } from './values';

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
}

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
				location: more.location ?? asObject(more.locationFieldsUi).locationFieldsValues,
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
		if (at !== '2/tweets') return undefined;
		const sent = asObject(plain(body));
		const [text = sent.text] = values.text ?? [];
		return toReading(
			{
				text,
				media: { ids: asObject(sent.media).media_ids },
				reply: asObject(sent.reply).in_reply_to_tweet_id,
				quote: sent.quote_tweet_id,
				settings: given({ who_can_reply_post: sent.reply_settings }),
			},
			around,
		);
	},
};

function toReading(tweet: Tweet, around: Surroundings): Reading {
	const { text, media, reply, quote, location, settings } = tweet;
	if (isNamed(reply))
		return {
			does: 'stays',
			because: 'it replies to a post, which Postiz does in threads of its own only',
		};
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
			lost: isGiven(location) ? ['the location'] : [],
		},
		output: OUTPUT,
	};
}

// A field with a list to pick from, or a text; early versions keep an empty one.
function isNamed(field: unknown): boolean {
	const { value = field } = asObject(field);
	return typeof field === 'object' ? isGiven(asObject(field).value) : isGiven(value);
}
