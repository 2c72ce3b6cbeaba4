import { asObject, type Json } from '../types';
import { ID, leaves, postOutput } from './links';
import type { Publication, Service } from './types';
import { madeForKids } from './networks';
import { flagOf, given, isGiven, lostIn, plainText, trimmed, watch, type Lost } from './values';
import { whenAt } from './when';

const OUTPUT = postOutput({ uploadId: ID, id: ID, videoId: ID });

/** What Postiz has no field for. */
const LOST: Lost[] = [
	['defaultLanguage', 'the language'],
	['embeddable', 'whether it can be embedded', 'true'],
	['license', 'the license', 'youtube'],
	['publicStatsViewable', 'that nobody sees its figures', 'true'],
	['recordingDate', 'the day of the recording'],
];

/** n8n’s own YouTube node, as far as it uploads videos. */
export const youtube: Service = {
	name: 'YouTube',
	types: ['n8n-nodes-base.youTube'],
	readNode: ({ parameters, unread }, around) => {
		const { resource = 'channel', operation, title, categoryId, regionCode } = parameters;
		if (resource !== 'video' || operation !== 'upload') return undefined;
		const { values: options, unread: unreadOptions } = watch(asObject(parameters.options));
		const notifies = flagOf(options.notifySubscribers) === true;
		const post: Publication = {
			targets: [
				{
					network: 'youtube',
					account: {
						id: around.credential ?? '',
						label: around.credential ?? 'your YouTube channel',
					},
					settings: settingsOf(title, options),
				},
			],
			text: plainText(options.description) ?? '',
			media: [{ from: 'binary', value: plainText(parameters.binaryProperty ?? 'data') }],
			...(isGiven(options.publishAt) && whenAt(trimmed(options.publishAt))),
			lost: [
				...(isGiven(categoryId) ? ['the category'] : []),
				...(isGiven(regionCode) && !isGiven(categoryId) ? ['the region'] : []),
				...lostIn(options, LOST),
				...(notifies ? [] : ['that subscribers get no notice']),
			],
			others: [...unread(), ...unreadOptions()],
		};
		return { does: 'post', post, output: OUTPUT };
	},
	hosts: /(?:^|\.)googleapis\.com$/,
	readRequest: leaves(
		/^(?:resumable\/)?upload\/youtube\/v3\/videos$/,
		'requests that upload a video are not read',
	),
};

function settingsOf(title: unknown, options: Json): Json {
	const { privacyStatus, publishAt, selfDeclaredMadeForKids, tags } = options;
	return {
		...given({
			title,
			// A video that is published later is private until then.
			type: isGiven(publishAt) || !isGiven(privacyStatus) ? 'public' : privacyStatus,
			tags,
		}),
		...madeForKids(selfDeclaredMadeForKids),
	};
}
