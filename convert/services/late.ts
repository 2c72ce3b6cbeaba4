import { expressionCode, isExpression } from '../expressions';
import { plain } from '../request';
import { asList, asObject, type Json } from '../types';
import { resultsOutput } from './links';
import {
	KNOWN_OF_BODY,
	KNOWN_OF_PLATFORM,
	KNOWN_OF_TIKTOK,
	knownOn,
	lostOf,
	SETTINGS,
} from './lateSettings';
import { networkCalled } from './networks';
import type {
	Media,
	Part,
	Publication,
	Reading,
	Service,
	Surroundings,
	Target,
	Told,
} from './types';
import { flagOf, given, isGiven, othersIn, plainText } from './values';
import { inZone, isZone } from './when';

const OUTPUT_FIELDS = { link: ['url', 'platformPostUrl'], id: ['platformPostId'] };

/** Late: its node, and requests to its API. */
export const late: Service = {
	name: 'Late',
	types: ['n8n-nodes-late.late', '@getlatedev/n8n-nodes-late.late'],
	readNode: ({ parameters }, around) => {
		const { resource = 'posts', operation = 'create' } = parameters;
		return resource === 'posts' && operation === 'create'
			? toReading(fromNode(parameters), around)
			: undefined;
	},
	hosts: /(?:^|\.)(?:getlate\.dev|zernio\.com)$/,
	readRequest: ({ path, method, body, files }, around) => {
		if (method !== 'POST') return undefined;
		const what = path.filter((part) => !/^(?:api|v\d+)$/.test(part)).join('/');
		if (what === 'media') {
			const [file] = Object.values(files).flat();
			return file === undefined
				? { does: 'stays', because: 'the file that it uploads could not be read' }
				: { does: 'upload', media: { from: 'binary', value: plainText(file) }, output: UPLOADED };
		}
		return what === 'posts' ? toReading(asObject(plain(body)), around) : undefined;
	},
};

const UPLOADED = {
	fields: { 'files.*.url': { path: 'path' }, url: { path: 'path' }, 'files.*': { path: '' } },
	others: 'gone' as const,
};

/** The body that the node sends. */
function fromNode(parameters: Json): Json {
	const platforms = asList(parameters.selectedPlatforms).flatMap((platform) =>
		asList(parameters[`${String(platform)}Accounts`]).map((accountId) => ({ platform, accountId })),
	);
	const items = (list: unknown) => asList(asObject(list).items);
	const threads: Json = {
		twitter: items(parameters.twitterThreadItems),
		threads: items(parameters.threadsThreadItems),
	};
	const isTikTok = platforms.some(({ platform }) => platform === 'tiktok');
	return {
		...Object.fromEntries(Object.entries(parameters).filter(([name]) => !PART_OF_NODE.test(name))),
		platforms: platforms.map((one) => ({
			...one,
			platformSpecificData: {
				threadItems: asList(threads[String(one.platform)])
					.map(asObject)
					.map((item) => ({ ...item, mediaItems: items(item.mediaItems) })),
			},
		})),
		mediaItems: items(parameters.mediaItems),
		...(isTikTok && {
			tiktokSettings: {
				privacy_level: parameters.tiktokPrivacyLevel,
				allow_comment: parameters.tiktokAllowComments,
				allow_duet: parameters.tiktokAllowDuet,
				allow_stitch: parameters.tiktokAllowStitch,
			},
		}),
	};
}

const PART_OF_NODE =
	/Accounts$|ThreadItems$|^tiktok|^(?:selectedPlatforms|resource|operation|postId|page|limit|status|platform)$/;

function toReading(body: Json, around: Surroundings): Reading {
	const platforms = asList(body.platforms).map(asObject);
	const networks = platforms.map(({ platform }) => networkCalled(plainText(platform)));
	if (platforms.length === 0 || networks.includes(undefined)) {
		return { does: 'stays', because: 'its platforms could not be read' };
	}
	const targets = platforms.map((platform, index) =>
		targetOf(platform, String(networks[index]), body),
	);
	const told = platforms.map(({ platformSpecificData }) => asObject(platformSpecificData));
	const refusal = refusalOf(platforms, told);
	if (refusal !== undefined) return { does: 'stays', because: refusal };
	const thread = threadOf([body, ...told], around);
	const timing = timingOf(body);
	if (typeof timing === 'string') return { does: 'stays', because: timing };
	const { todos = [], ...when } = timing;
	const own = { text: plainText(body.content) ?? '', media: mediaOf(body.mediaItems, around) };
	const [begin = own, ...later] = thread;
	if (own.media.length > 0 && thread.length > 0 && begin.media.length > 0) {
		return { does: 'stays', because: 'it has files both beside its thread and in it' };
	}
	const first = begin.media.length > 0 ? begin : { ...begin, media: own.media };
	const hasAlt = [...own.media, ...thread.flatMap(({ media }) => media)].some(({ alt }) => alt);
	const post: Publication = {
		targets,
		...first,
		thread: later,
		...when,
		options: given({ tags: Array.isArray(body.tags) ? body.tags.join(', ') : body.tags }),
		lost: [
			...(isGiven(body.visibility) && body.visibility !== 'public' ? ['who may see it'] : []),
			...(hasAlt && targets.some(({ network }) => !TAKES_ALT.includes(network))
				? ['the alt text']
				: []),
			...(first.text !== own.text && isGiven(body.content) ? ['the text beside the thread'] : []),
			...lostOf(body, told),
		],
		others: [
			...othersIn(body, KNOWN_OF_BODY),
			...platforms.flatMap((platform, index) => [
				...othersIn(platform, KNOWN_OF_PLATFORM),
				...othersIn(told[index] ?? {}, knownOn(String(networks[index]))),
			]),
			...othersIn(asObject(body.tiktokSettings), KNOWN_OF_TIKTOK),
		],
		todos,
	};
	return {
		does: 'post',
		post,
		output: resultsOutput(
			targets.map(({ network }) => network),
			OUTPUT_FIELDS,
		),
	};
}

/** The networks on which Postiz hands on the alt text of a picture (docs/api.md, Media rules). */
const TAKES_ALT = ['bluesky', 'mastodon', 'tumblr'];

/** Why a call cannot be converted, by what it says for each of its networks. */
function refusalOf(platforms: Json[], told: Json[]): string | undefined {
	const lists = told.map(({ threadItems }) => JSON.stringify(threadItems ?? []));
	if (new Set(lists).size > 1) {
		return 'only some of its networks get a thread: make a node for these, and one for the others';
	}
	if (told.some(({ threadItems }) => isExpression(threadItems))) {
		return 'its thread comes from an expression';
	}
	if (platforms.some(({ customMedia }) => isGiven(customMedia))) {
		return 'a network gets other files than the others';
	}
	if (platforms.some(({ scheduledFor }) => isGiven(scheduledFor))) {
		return 'a network has a date of its own';
	}
	const actsOnPost = ['replyToTweetId', 'quoteTweetId', 'poll', 'reply_to_id', 'quote_post_id'];
	return told.some((one) => actsOnPost.some((key) => isGiven(one[key])))
		? 'it replies to a post, quotes one or asks a question with answers to choose'
		: undefined;
}

function targetOf(platform: Json, network: string, body: Json): Target {
	const { accountId, customContent } = platform;
	const told = asObject(platform.platformSpecificData);
	return {
		network,
		account: { id: isGiven(told.pageId) ? told.pageId : accountId },
		...(isGiven(customContent) && { text: customContent }),
		settings: SETTINGS[network]?.(told, body) ?? {},
	};
}

/** The parts of a thread, of which the first is the post itself. */
function threadOf(holders: Json[], around: Surroundings): Part[] {
	const lists = holders.map(({ threadItems }) => asList(threadItems));
	const items = lists.find((list) => list.length > 0) ?? [];
	return items.map(asObject).map(({ content, mediaItems }) => ({
		text: plainText(content) ?? '',
		media: mediaOf(mediaItems, around),
	}));
}

const mediaOf = (items: unknown, around: Surroundings): Media[] =>
	asList(items)
		.map(asObject)
		.flatMap(({ url, altText }) =>
			around.mediaOf(url).map((media) => ({ ...media, ...given({ alt: altText }) })),
		);

type Timing = Pick<Publication, 'when' | 'todos'>;

/** When the post goes out; a text says why that cannot be said. */
function timingOf(body: Json): Timing | string {
	const { publishNow, isDraft, scheduledFor, timezone } = body;
	if (isGiven(body.queuedFromProfile) || isGiven(body.queueId)) {
		return 'it goes into the queue of Late: choose Next Free Slot in a Postiz node';
	}
	const [now, draft] = [flagOf(publishNow), flagOf(isDraft)];
	const date = plainText(scheduledFor);
	const when = (type: unknown) => ({
		type,
		...(isGiven(date) && { date: inZone(date, timezone) }),
	});
	if (isGiven(date) && isGiven(timezone) && !isZone(timezone)) {
		return `its time zone “${String(timezone)}” is not clear`;
	}
	if (now === true) return {};
	if (draft === true) return { when: when('draft') };
	if (isExpression(now) || isExpression(draft)) {
		const otherwise = isGiven(date) ? 'schedule' : isExpression(now) ? 'draft' : 'now';
		const words = [
			...(isExpression(now) ? [`${isTrue(now)} ? 'now' : `] : []),
			...(isExpression(draft) ? [`${isTrue(draft)} ? 'draft' : `] : []),
		].join('');
		return { when: when(`={{ ${words}'${otherwise}' }}`) };
	}
	if (isGiven(date)) return { when: when('schedule') };
	return { when: { type: 'draft' }, todos: [UNCLEAR_TIME] };
}

const isTrue = (flag: `=${string}`) => `/^true$/i.test(String(${expressionCode(flag)}))`;

const UNCLEAR_TIME: Told = [
	'It does not say when to publish, and what Late does then is not known. It now saves a draft',
	'Choose it under When to Publish.',
];
