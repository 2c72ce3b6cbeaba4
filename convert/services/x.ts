import { plain } from '../request';
import { asObject } from '../types';
import { ID, leaves, postOutput } from './links';
import type { Surroundings } from './around';
import type { Reading, Service } from './types';
import { isGiven, mayDiffer, plainText, watch } from './values';

const OUTPUT = postOutput({ id: ID, text: { published: 'text' } });

/** A media ID, wherever a version of the API has it, means the uploaded file. */
const UPLOADED = {
	fields: Object.fromEntries(
		['media_id_string', 'media_id', 'id', 'data.id', 'data.media_id_string', 'data.media_id'].map(
			(path) => [path, { path: '' }],
		),
	),
	others: 'gone' as const,
};

/** Fields of other operations, which n8n keeps. */
const IDLE = 'searchText limit returnAll tweetId user list tweetDeleteId userId'.split(' ');

const leftRequest = leaves(
	/^(?:2\/tweets|1\.1\/statuses\/update.*)$/,
	'requests that post are not converted',
);

/** X: n8n’s own node, and requests that upload its files. */
export const x: Service = {
	name: 'X',
	types: ['n8n-nodes-base.twitter'],
	readNode: ({ parameters, unread, version }, around) => {
		const { resource = 'tweet', operation = 'create', text } = parameters;
		if (resource !== 'tweet' || operation !== 'create') return undefined;
		const fields = watch(asObject(parameters.additionalFields));
		const more = fields.values;
		if (isNamed(more.inReplyToStatusId)) return replyTo(more.inReplyToStatusId, around);
		if (isNamed(more.inQuoteToStatusId)) {
			return { does: 'stays', because: 'it quotes a post, which Postiz cannot' };
		}
		// Early versions take the names of binary fields, later ones IDs of media that were uploaded before.
		const media = around.mediaOf(more.attachments, version < 2 ? 'binary' : 'url');
		if (version >= 2 && media.some(({ from }) => from !== 'upload')) {
			return {
				does: 'stays',
				because: 'it is not clear which file its media ID stands for',
			};
		}
		const { locationFieldsValues: place } = asObject(more.locationFieldsUi);
		return {
			does: 'post',
			post: {
				targets: [
					{
						network: 'x',
						account: { id: around.credential ?? '', label: around.credential ?? 'your X account' },
					},
				],
				text: plainText(text) ?? '',
				media,
				lost: [
					...(isGiven(more.location ?? asObject(place).latitude) ? ['the place'] : []),
					...(mayDiffer(more.possiblySensitive, false) ? ['that it may be sensitive'] : []),
				],
				others: [...unread(IDLE), ...fields.unread(['displayCoordinates'])],
			},
			output: OUTPUT,
		};
	},
	hosts: /(?:^|\.)(?:twitter|x)\.com$/,
	readRequest: (request) => {
		const { path, method, values, files, body } = request;
		if (method === 'POST' && /(?:^|\/)media\/upload(?:\.json)?$/.test(path.join('/'))) {
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
		const repliesTo = asObject(asObject(plain(body)).reply).in_reply_to_tweet_id;
		const left = leftRequest(request);
		return left && { ...left, repliesTo };
	},
};

function replyTo(reply: unknown, around: Surroundings): Reading {
	const { value = reply } = asObject(reply);
	return {
		does: 'stays',
		repliesTo: value,
		because:
			around.postsIn(value).length > 0
				? 'it replies to a post of this workflow: its text belongs under Thread of the node that makes that post'
				: 'it replies to a post: Postiz publishes replies only as parts of a thread',
	};
}

// A field with a list to pick from, or a text; early versions keep an empty one.
const isNamed = (field: unknown) =>
	isGiven(typeof field === 'object' ? asObject(field).value : field);
