import { watch } from '../call';
import { isExpression } from '../expressions';
import { OUTPUT } from '../node';
import { stays, type Publication } from '../reading';
import { asObject } from '../types';
import { given, isGiven, plainText, trimmed } from '../values';
import { madeForKids, NETWORK_ID, postOutput } from './networks';
import type { Service } from './service';

/* n8n's own nodes for X, LinkedIn and YouTube. */

/** Fields of the X node for other operations, which n8n keeps. */
const IDLE_FOR_X = 'searchText limit returnAll tweetId user list tweetDeleteId userId'.split(' ');

/** X. */
export const x: Service = {
	name: 'X',
	types: ['n8n-nodes-base.twitter'],
	read: (call, around) => {
		const { resource = 'tweet', operation = 'create', text } = call.values;
		if (resource !== 'tweet' || operation !== 'create') return undefined;
		const { values: fields, unread } = watch(asObject(call.values.additionalFields));
		if (isNamed(fields.inReplyToStatusId)) {
			return stays('it replies to a post: Postiz publishes replies only as parts of a thread');
		}
		if (isNamed(fields.inQuoteToStatusId)) return stays('it quotes a post, which Postiz cannot');
		if (isGiven(fields.attachments)) {
			return stays('it is not clear which file its media ID stands for');
		}
		const post: Publication = {
			targets: [{ network: 'x', account: signedIn(around.credential, 'your X account') }],
			text: plainText(text) ?? '',
			media: [],
			left: [...call.unread(IDLE_FOR_X), ...unread(['displayCoordinates'])],
		};
		const output = postOutput({ id: NETWORK_ID, text: { path: OUTPUT.text } });
		return { does: 'post', post, output };
	},
};

// A field with a list to pick from, or a text; early versions keep an empty one.
const isNamed = (field: unknown) =>
	isGiven(typeof field === 'object' ? asObject(field).value : field);

const signedIn = (credential: string | undefined, label: string) => ({
	id: credential ?? '',
	label: credential ?? label,
});

/** LinkedIn. */
export const linkedin: Service = {
	name: 'LinkedIn',
	types: ['n8n-nodes-base.linkedIn'],
	read: (call, around) => {
		const { values, unread } = call;
		const { resource = 'post', operation = 'create', text, person, organization } = values;
		if (resource !== 'post' || operation !== 'create') return undefined;
		const author = plainText(values.postAs ?? 'person');
		const category = plainText(values.shareMediaCategory ?? 'NONE');
		const field = plainText(values.binaryPropertyName ?? 'data');
		const more = watch(asObject(values.additionalFields));
		const { visibility = 'PUBLIC' } = more.values;
		if (author === 'person' && plainText(visibility) !== 'PUBLIC') {
			return stays('it says who may see its posts, which Postiz has no field for');
		}
		if (category === 'ARTICLE') return stays('it posts a link with a card of its own');
		if (
			![author, category, field].every((value) => typeof value === 'string' && !isExpression(value))
		) {
			return stays('an expression says what it posts, or as whom');
		}
		const isPage = author === 'organization';
		const post: Publication = {
			targets: [
				isPage
					? { network: 'linkedin-page', account: { id: organization } }
					: { network: 'linkedin', account: { id: person, label: around.credential } },
			],
			text: plainText(text) ?? '',
			media: category === 'IMAGE' ? [{ from: 'binary', value: field }] : [],
			left: [...unread(), ...more.unread()],
		};
		return { does: 'post', post, output: postOutput({ urn: NETWORK_ID, id: NETWORK_ID }) };
	},
};

/** YouTube, as far as videos are uploaded. */
export const youtube: Service = {
	name: 'YouTube',
	types: ['n8n-nodes-base.youTube'],
	read: (call, around) => {
		const { resource = 'channel', operation, title, binaryProperty = 'data' } = call.values;
		if (resource !== 'video' || operation !== 'upload') return undefined;
		const { values: options, unread } = watch(asObject(call.values.options));
		const { privacyStatus, publishAt, selfDeclaredMadeForKids, tags } = options;
		// A video that is published later is private until then.
		const isPublic = isGiven(publishAt) || !isGiven(privacyStatus);
		const notifies = options.notifySubscribers === true;
		const post: Publication = {
			targets: [
				{
					network: 'youtube',
					account: signedIn(around.credential, 'your YouTube channel'),
					settings: {
						...given({ title, type: isPublic ? 'public' : privacyStatus, tags }),
						...madeForKids(selfDeclaredMadeForKids),
					},
				},
			],
			text: plainText(options.description) ?? '',
			media: [{ from: 'binary', value: plainText(binaryProperty) }],
			// Without a time zone, it is in that of the workflow, as before.
			...(isGiven(publishAt) && {
				when: { type: 'schedule', date: trimmed(publishAt) },
			}),
			left: [
				...call.unread(['regionCode']),
				...unread(),
				...(notifies ? [] : ['notifySubscribers (off)']),
			],
		};
		const output = postOutput({ uploadId: NETWORK_ID, id: NETWORK_ID, videoId: NETWORK_ID });
		return { does: 'post', post, output };
	},
};
