import { expressionCode, isExpression } from '../expressions';
import { plain } from '../request';
import { asList, asObject, type Json } from '../types';
import { resultsOutput } from './links';
import { networkCalled, tiktokSettings } from './networks';
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
import { flagOf, given, isGiven, notFlag, plainText } from './values';

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
	const { twitterThreadItems, threadsThreadItems } = parameters;
	const thread = [...items(twitterThreadItems), ...items(threadsThreadItems)]
		.map(asObject)
		.map((item) => ({ ...item, mediaItems: items(item.mediaItems) }));
	const isTikTok = platforms.some(({ platform }) => platform === 'tiktok');
	return {
		...parameters,
		platforms: platforms.map((one) => ({
			...one,
			...(thread.length > 0 && { platformSpecificData: { threadItems: thread } }),
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

function toReading(body: Json, around: Surroundings): Reading {
	const platforms = asList(body.platforms).map(asObject);
	const networks = platforms.map(({ platform }) => networkCalled(plainText(platform)));
	if (platforms.length === 0 || networks.includes(undefined)) {
		return { does: 'stays', because: 'its platforms could not be read' };
	}
	const targets = platforms.map((platform, index) =>
		targetOf(platform, String(networks[index]), body),
	);
	const thread = threadOf(platforms, body, around);
	const timing = timingOf(body);
	if (typeof timing === 'string') return { does: 'stays', because: timing };
	const { todos = [], ...when } = timing;
	const own = { text: plainText(body.content) ?? '', media: mediaOf(body.mediaItems, around) };
	const [first = own, ...later] = thread;
	const post: Publication = {
		targets,
		...(thread.length > 0 ? first : own),
		thread: later,
		...when,
		options: given({ tags: Array.isArray(body.tags) ? body.tags.join(', ') : body.tags }),
		lost: isGiven(body.visibility) && body.visibility !== 'public' ? ['who may see it'] : [],
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

function targetOf({ accountId, customContent }: Json, network: string, body: Json): Target {
	const tiktok = asObject(body.tiktokSettings);
	return {
		network,
		account: { id: accountId },
		...(isGiven(customContent) && { text: customContent }),
		settings:
			network === 'tiktok'
				? tiktokSettings({
						privacyLevel: tiktok.privacy_level ?? tiktok.privacyLevel,
						disabledComments: notAllowed(tiktok.allow_comment),
						disabledDuet: notAllowed(tiktok.allow_duet),
						disabledStitch: notAllowed(tiktok.allow_stitch),
						isAiGenerated: tiktok.video_made_with_ai,
					})
				: {},
	};
}

const notAllowed = (value: unknown) => (isGiven(value) ? notFlag(value) : false);

/** The parts of a thread, of which the first is the post itself. */
function threadOf(platforms: Json[], body: Json, around: Surroundings): Part[] {
	const lists = [
		body,
		...platforms.map(({ platformSpecificData }) => asObject(platformSpecificData)),
	];
	const items = lists.map(({ threadItems }) => asList(threadItems)).find((list) => list.length > 0);
	return (items ?? []).map(asObject).map(({ content, mediaItems }) => ({
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
function timingOf({ publishNow, isDraft, scheduledFor, timezone }: Json): Timing | string {
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

function isZone(timezone: unknown): boolean {
	if (isExpression(timezone)) return true;
	try {
		// Short names such as CST mean several.
		return (
			/^UTC$|\//.test(String(timezone)) &&
			Boolean(new Intl.DateTimeFormat('en', { timeZone: String(timezone) }))
		);
	} catch {
		return false;
	}
}

/** A date without a zone is in that of the call, or in UTC. */
function inZone(date: unknown, timezone: unknown): unknown {
	const text = String(date);
	if (!isExpression(date) && /(?:Z|[+-]\d\d:?\d\d)$/i.test(text)) return date;
	const zone = isGiven(timezone) ? timezone : 'UTC';
	if (zone === 'UTC' && !isExpression(date)) return `${text.replace(' ', 'T')}Z`;
	const code = (value: unknown) =>
		isExpression(value) ? expressionCode(value) : JSON.stringify(value);
	return `={{ DateTime.fromISO(String(${code(date)}).replace(' ', 'T'), { zone: ${code(zone)} }).toISO() }}`;
}
