import { isExpression } from '../expressions';
import { asObject, type Json } from '../types';
import { ID, postOutput } from './links';
import type { Publication, Service, Told } from './types';
import { flagOf, given, isGiven, plainText } from './values';

const OUTPUT = postOutput({ uploadId: ID, id: ID, videoId: ID });

/** What Postiz has no field for, unless it is as it is anyway. */
const LOST: Array<[option: string, label: string, isUsual: (value: unknown) => boolean]> = [
	['defaultLanguage', 'the language', (value) => !isGiven(value)],
	['embeddable', 'whether it can be embedded', (value) => flagOf(value) !== false],
	['license', 'the license', (value) => !isGiven(value) || value === 'youtube'],
	['publicStatsViewable', 'that nobody sees its figures', (value) => flagOf(value) !== false],
	['recordingDate', 'the day of the recording', (value) => !isGiven(value)],
];

/** n8n’s own YouTube node, as far as it uploads videos. */
export const youtube: Service = {
	name: 'YouTube',
	types: ['n8n-nodes-base.youTube'],
	readNode: ({ parameters }, around) => {
		const { resource = 'channel', operation, title, categoryId, regionCode } = parameters;
		if (resource !== 'video' || operation !== 'upload') return undefined;
		const options = asObject(parameters.options);
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
			...scheduled(options.publishAt),
			lost: [
				...(isGiven(categoryId) ? ['the category'] : []),
				...(isGiven(regionCode) && !isGiven(categoryId) ? ['the region'] : []),
				...LOST.filter(([option, , isUsual]) => !isUsual(options[option])).map(
					([, label]) => label,
				),
				...(notifies ? [] : ['that subscribers get no notice']),
			],
		};
		return { does: 'post', post, output: OUTPUT };
	},
};

function settingsOf(title: unknown, options: Json): Json {
	return {
		...given({
			title,
			// A video that is published later is private until then.
			type:
				isGiven(options.publishAt) || !isGiven(options.privacyStatus)
					? 'public'
					: options.privacyStatus,
			tags: options.tags,
		}),
		...(flagOf(options.selfDeclaredMadeForKids) === true && { selfDeclaredMadeForKids: 'yes' }),
	};
}

function scheduled(publishAt: unknown): Pick<Publication, 'when' | 'checks'> {
	const date = plainText(publishAt);
	if (!isGiven(date)) return {};
	const hasZone = isExpression(date) || /(?:Z|[+-]\d\d:?\d\d)$/i.test(String(date));
	return { when: { type: 'schedule', date }, checks: hasZone ? [] : [NO_ZONE] };
}

const NO_ZONE: Told = [
	'The date on which it becomes public has no time zone. It is now in that of the workflow',
	'If you meant another one, enter the date anew.',
];
