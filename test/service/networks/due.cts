import type { Values } from '../schema.cjs';

/** A file of a post, as far as anything is known of it. */
export interface DueFile {
	kind: 'picture' | 'video';
	ending: string;
	bytes?: number;
	width?: number;
	height?: number;
	seconds?: number;
	fps?: number;
	codec?: string;
	transparent?: boolean;
	/** Its EXIF orientation turns it. */
	turned?: boolean;
	/** It has no sound track. */
	isSilent?: boolean;
	/** In seconds. */
	coverAt?: number;
}
/** A post on its way to its network. */
export interface DuePost {
	/** Of the post and the later parts that are published, as the network is handed them. */
	texts: string[];
	files: DueFile[][];
	settings: Values;
}
/** What a network answers to a post, and when it does. */
type DueRule = [answer: string, refuses: (post: DuePost) => boolean];

const KB = 1024;
const MB = KB * KB;

const anyFile = (wrong: (file: DueFile) => unknown) => (post: DuePost) =>
	post.files.flat().some((file) => Boolean(wrong(file)));
const picture = (wrong: (file: DueFile) => unknown) =>
	anyFile((file) => file.kind === 'picture' && wrong(file));
const video = (wrong: (file: DueFile) => unknown) =>
	anyFile((file) => file.kind === 'video' && wrong(file));
const anyText = (wrong: (text: string) => boolean) => (post: DuePost) => post.texts.some(wrong);
const anyPart = (wrong: (files: DueFile[], text: string) => boolean) => (post: DuePost) =>
	post.files.some((files, index) => wrong(files, post.texts[index]));
const caption = (wrong: (text: string) => boolean) => (post: DuePost) => wrong(post.texts[0]);

const pixelsOf = ({ width = 0, height = 0 }: DueFile) => width * height;
const longer = ({ width = 0, height = 0 }: DueFile) => Math.max(width, height);
const shorter = ({ width = Infinity, height = Infinity }: DueFile) => Math.min(width, height);
const wide = ({ width = NaN, height = NaN }: DueFile) => width / height;
const beyond = (value: number | undefined, least: number, most: number) =>
	value !== undefined && (value < least || value > most);
const letters = (text: string) => Array.from(text).length;
const octets = (text: string) => new TextEncoder().encode(text).length;
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(String);
const isVideo = ({ kind }: DueFile) => kind === 'video';
const amongOthers = anyPart((files) => files.length > 1 && files.some(isVideo));
const text = (value: unknown) => (typeof value === 'string' ? value : '');
const list = (value: unknown) => (Array.isArray(value) ? (value as Values[]) : []);
const groups = ({ settings }: DuePost) =>
	list(settings.subreddit).map(({ value }) => (value ?? {}) as Values);
const labels = (value: unknown) => list(value).map(({ label }) => text(label));

const isStory = ({ settings }: DuePost) => settings.post_type === 'story';
const isReel = (post: DuePost) => !isStory(post);

const instagram: DueRule[] = [
	['Too many mentions', caption((own) => matches(own, /(^|[^\w@/.])@[\w.]+/g).length > 20)],
	['Too many hashtags', caption((own) => matches(own, /#[\p{L}\p{N}_]*\p{L}/gu).length > 30)],
	['Carousels need 2 to 10 items', ({ files }) => files[0].length > 10],
	[
		'Aspect ratio is not supported',
		(post) => isReel(post) && picture((file) => beyond(wide(file), 0.5, 2.5))(post),
	],
	['Image is too large', picture(({ bytes = 0 }) => bytes > 8 * MB)],
	[
		'Video duration is not supported',
		(post) => isReel(post) && video(({ seconds }) => beyond(seconds, 3, 900))(post),
	],
	[
		'Thumbnail offset is out of range',
		video(({ coverAt = 0, seconds = Infinity }) => coverAt > seconds),
	],
	[
		'Unknown error',
		({ files, settings }) => files[0].length > 1 && list(settings.collaborators).length > 0,
	],
	['Too many collaborators', ({ settings }) => list(settings.collaborators).length > 3],
	[
		'A collaborator could not be tagged',
		({ settings }) => labels(settings.collaborators).some((name) => /[^a-z\d._]/i.test(name)),
	],
];

/** Postiz mixes the music with the sound of the video, which there must be. */
const mixesSilence: DueRule = [
	'Instagram could not process this video',
	(post) => {
		const { audio } = post.settings as { audio?: Values };
		return audio?.id && audio.video_volume !== 0 ? video(({ isSilent }) => isSilent)(post) : false;
	},
];

const tiktok: DueRule[] = [
	[
		'picture_size_check_failed',
		picture((file) => shorter(file) < Infinity && shorter(file) > 1080),
	],
	['picture_size_check_failed', picture((file) => longer(file) > 1920)],
	['file_format_check_failed', picture(({ ending }) => ending === 'gif')],
	['Too many pictures', anyPart((files) => files.length > 35)],
	['picture_size_check_failed', video((file) => shorter(file) < 360 || longer(file) > 4096)],
	['frame_rate_check_failed', video(({ fps }) => beyond(fps, 23, 60))],
	['duration_check_failed', video(({ seconds = 0 }) => seconds > 600)],
];

const linkedin: DueRule[] = [
	['Too many images', ({ files }) => files[0].filter((file) => !isVideo(file)).length > 20],
	['Video processing failed', video(({ seconds }) => beyond(seconds, 3, 1800))],
	['Video processing failed', video(({ bytes }) => beyond(bytes, 75 * KB, 500 * MB))],
];

const isInHouse = (link: string) =>
	/^https?:\/\/(localhost|127\.\d|10\.\d|192\.168\.\d)/.test(link.toLowerCase());

const needsText: DueRule = ['The message is empty', anyPart((_files, own) => own.trim() === '')];

/** An emoji, with what belongs to it. */
const EMOJI =
	/(?:\p{Emoji_Presentation}|.\ufe0f)(?:\u200d|\p{Emoji_Modifier}|\p{Emoji_Presentation}|\ufe0f)*/gu;
const threadsLength = (own: string) =>
	letters(own.replace(EMOJI, '')) + matches(own, EMOJI).reduce((sum, one) => sum + octets(one), 0);

const slug = (subject: string) => subject.normalize('NFKD').replace(/[^a-z0-9]/gi, '');
const tagLength = (tag: string) => tag.length + (tag.includes(' ') ? 2 : 0);
const dayAndTime = (settings: Values, end: 'Start' | 'End') => {
	const at = [settings[`event${end}Date`], settings.eventStartTime && settings[`event${end}Time`]];
	return at.map(text).join(' ');
};

/** What networks refuse when a post is due, although the service took it (docs/api.md, Refused when due). */
const dueRules: Record<string, DueRule[]> = {
	instagram: [...instagram, mixesSilence],
	'instagram-standalone': instagram,
	facebook: [
		[
			'Photo could not be uploaded',
			(post) =>
				isReel(post) &&
				!isVideo(post.files[0][0] ?? { kind: 'video' }) &&
				post.files[0].some(isVideo),
		],
		[
			'Only the video was published',
			(post) => isReel(post) && post.files[0].length > 1 && isVideo(post.files[0][0]),
		],
		[
			'The background is only for short posts without media',
			({ settings, files, texts: [own] }) =>
				Boolean(settings.text_format_preset_id) && (files[0].length > 0 || letters(own) > 130),
		],
	],
	threads: [
		['Text is too long', anyText((own) => threadsLength(own) > 500 || octets(own) > 500)],
		['Too many links', anyText((own) => new Set(matches(own, /https?:\/\/\S+/g)).size > 5)],
		['Too many items', anyPart((files) => files.length > 20)],
		['Image is too large', picture(({ bytes = 0 }) => bytes > 8 * MB)],
		['Aspect ratio is not supported', picture((file) => beyond(wide(file), 0.1, 10))],
		['Video is too long', video(({ seconds = 0 }) => seconds > 300)],
	],
	tiktok: [
		...tiktok,
		[
			'Branded content cannot be private',
			({ settings }) =>
				settings.content_posting_method === 'DIRECT_POST' &&
				settings.brand_content_toggle === true &&
				settings.privacy_level === 'SELF_ONLY',
		],
	],
	'tiktok-business': tiktok,
	youtube: [
		['Title is too long', ({ settings }) => /[<>]/.test(text(settings.title))],
		['invalidDescription', caption((own) => /[<>]/.test(own) || octets(own) > 5000)],
		[
			'invalidTags',
			({ settings }) => labels(settings.tags).reduce((sum, tag) => sum + tagLength(tag), 0) > 500,
		],
		[
			'imageFormatUnsupported',
			({ settings }) =>
				/\.(gif|webp)$/.test(text((settings.thumbnail as Values | undefined)?.path)),
		],
	],
	x: [
		[
			'maximum of 4 items',
			(post) => post.settings.post_type !== 'article' && post.files.some((own) => own.length > 4),
		],
		[
			'Only one cashtag is permitted',
			anyText((own) => new Set(matches(own, /\$[A-Za-z]{1,6}\b/g)).size > 1),
		],
		['InvalidMedia', video(({ seconds }) => beyond(seconds, 0.5, 7500))],
	],
	linkedin,
	'linkedin-page': linkedin,
	bluesky: [['Video is too long', video(({ seconds = 0 }) => seconds > 600)]],
	mastodon: [
		['Cannot attach more than 4 files', anyPart((files) => files.length > 4)],
		['Cannot attach a video beside pictures', amongOthers],
		['Image dimensions are not supported', picture((file) => pixelsOf(file) > 33_000_000)],
		['File size must be less than 99 MB', video(({ bytes = 0 }) => bytes > 99 * MB)],
	],
	warpcast: [
		['invalid text', anyText((own) => octets(own) > 1024)],
		['too many embeds', anyPart((files) => files.length > 4)],
	],
	telegram: [
		[
			'ETELEGRAM: 400 Bad Request: message caption is too long',
			anyPart((files, own) => files.length > 0 && letters(own) > 1024),
		],
		[
			'ETELEGRAM: 400 Bad Request: PHOTO_INVALID_DIMENSIONS',
			picture(
				(file) => Number(file.width) + Number(file.height) > 10_000 || beyond(wide(file), 0.05, 20),
			),
		],
		['ETELEGRAM: 400 Bad Request: file is too big', video(({ bytes = 0 }) => bytes > 50 * MB)],
	],
	discord: [
		['Too many files', anyPart((files) => files.length > 10)],
		['Request entity too large', video(({ bytes = 0 }) => bytes > 100 * MB)],
	],
	slack: [
		needsText,
		['invalid_blocks', anyText((own) => letters(own) > 3000)],
		['invalid_blocks', anyPart((files) => files.length > 49 || files.some(isVideo))],
	],
	twitch: [needsText],
	kick: [needsText],
	pinterest: [
		['Video duration is not supported', video(({ seconds }) => beyond(seconds, 4, 900))],
		['Link is too long', ({ settings }) => text(settings.link).length > 2048],
		['Unable to reach the URL', ({ settings }) => isInHouse(text(settings.link))],
	],
	reddit: [['TOO_LONG', (post) => groups(post).some(({ title }) => text(title).length > 300)]],
	lemmy: [
		['TypeError', (post) => groups(post).some(({ title }) => beyond(text(title).length, 3, 200))],
		['TypeError', (post) => groups(post).some(({ title }) => text(title).includes('\n'))],
	],
	mewe: [['Nothing to post', ({ files }) => files[0].length > 0 && files[0].every(isVideo)]],
	tumblr: [
		['Video is too long', video(({ seconds = 0 }) => seconds > 600)],
		['Video is too large', video(({ bytes = 0 }) => bytes > 500 * MB)],
	],
	gmb: [
		['Invalid media', picture(({ ending }) => /gif|webp/.test(ending))],
		['Invalid media', picture(({ bytes }) => beyond(bytes, 10 * KB, 5 * MB))],
		['Invalid media', picture((file) => shorter(file) < 250)],
		[
			'Invalid event dates',
			({ settings }) =>
				settings.topicType === 'EVENT' &&
				text(settings.eventEndDate) !== '' &&
				dayAndTime(settings, 'End') < dayAndTime(settings, 'Start'),
		],
	],
	devto: [
		['Title is too long', ({ settings }) => text(settings.title).length > 128],
		['Tag list is too long', ({ settings }) => labels(settings.tags).join(', ').length > 126],
	],
	listmonk: [
		[
			'Invalid name',
			({ settings }) => text(settings.subject) !== '' && slug(text(settings.subject)) === '',
		],
	],
};
dueRules.wrapcast = dueRules.warpcast;

/** Why the network of a post refuses it when it is due, if it does. */
export const refusedWhenDue = (identifier: string, post: DuePost): string | undefined =>
	dueRules[identifier]?.find(([, refuses]) => refuses(post))?.[0];
