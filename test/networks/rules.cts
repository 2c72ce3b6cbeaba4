/**
 * What networks refuse, change or leave out, though the service takes it: one row a rule, with a post that keeps it just
 * so and one that just breaks it. Written by hand; neither the node nor the sandbox is asked.
 */
import type { DueFile } from '../service/networks/due.cjs';
import { networks, shown, type Files } from './table.cjs';

export interface RuledFile extends DueFile {
	alt?: string;
	/** The address of a video's cover. */
	thumbnail?: string;
}
export interface RuledPost {
	/** Of the post; a short one if nothing is said. */
	text?: string;
	files?: RuledFile[];
	/** The texts and files of later parts. */
	later?: Array<{ text: string; files?: RuledFile[] }>;
	settings?: Record<string, unknown>;
	/** The size of the file under Thumbnail, in bytes. */
	thumbnail?: number;
	/** How many such posts the channel has within 24 hours, this one included. */
	aDay?: number;
}
/** Refused, refused unless validation is skipped, or only noted. */
type Level = 'refused' | 'mayPass' | 'noted';

export type RuleCase = [
	networks: string,
	level: Level,
	/** Part of what is said. */
	said: string,
	inside: RuledPost,
	outside: RuledPost,
];

/** A rule that two posts keep and break which differ in one thing. */
const rule = <T,>(
	networks: string,
	level: Level,
	said: string,
	inside: T,
	outside: T,
	post: (one: T) => RuledPost,
): RuleCase => [networks, level, said, post(inside), post(outside)];

const MB = 1024 * 1024;
const picture = (facts: Partial<RuledFile> = {}): RuledFile => ({
	kind: 'picture',
	ending: 'jpg',
	width: 1000,
	height: 1000,
	bytes: MB,
	...facts,
});
const video = (facts: Partial<RuledFile> = {}): RuledFile => ({
	kind: 'video',
	ending: 'mp4',
	width: 1080,
	height: 1920,
	seconds: 30,
	fps: 30,
	bytes: MB,
	...facts,
});
const turned = (facts: Partial<RuledFile> = {}) => picture({ turned: true, ...facts });
const gif = picture({ ending: 'gif' });
const webp = picture({ ending: 'webp' });
const sized = (width: number, height: number) => ({ files: [picture({ width, height })] });
const lasting = (seconds: number) => ({ files: [video({ seconds })] });
const filming = (fps: number) => ({ files: [video({ fps })] });
const times = <T,>(count: number, one: T): T[] => Array<T>(count).fill(one);
const pictures = (count: number) => ({ files: times(count, picture()) });
const videos = (count: number) => ({ files: times(count, video()) });
const shots = (count: number) => ({ files: times(count, picture({ width: 400, height: 300 })) });
const besideVideo = (count: number) => ({ files: [video(), ...times(count, picture())] });
const a = (count: number) => 'a'.repeat(count);
const words = (count: number, mark: string) =>
	Array.from({ length: count }, (_one, index) => `${mark}tea${index}`).join(' ');
const links = (count: number) => words(count, 'https://e.example/');
const withText = (text: string, more: RuledPost = {}) => ({ text, ...more });
const withSettings = (settings: Record<string, unknown>, more: RuledPost = {}) => ({
	settings,
	...more,
});
const heavy = (bytes: number) => ({ files: [picture({ bytes })] });
const heavyVideo = (bytes: number) => ({ files: [video({ bytes })] });
const only = (file: RuledFile) => ({ files: [file] });
const later = (text: string, files?: RuledFile[]) => ({ later: [{ text, files }] });
const tags = (...labels: string[]) => labels.map((label) => ({ value: label, label }));
const numbered = (...labels: string[]) => labels.map((label) => ({ value: 1, label }));
const place = (value: Record<string, unknown>) => ({ value });

const POST = { post_type: 'post' };
const STORY = { post_type: 'story' };
const inStory = (post: RuledPost): RuledPost => withText('', { ...post, settings: STORY });
const INSTAGRAMS = 'instagram instagram-standalone';
const LINKEDINS = 'linkedin linkedin-page';
const TIKTOKS = 'tiktok tiktok-business';
const DIRECT = { content_posting_method: 'DIRECT_POST' };
const INBOX = { content_posting_method: 'UPLOAD' };
const CAROUSEL = { post_as_images_carousel: true };
const ARTICLE = { post_type: 'article' };
const TRIAL_REEL = { ...POST, is_trial_reel: true };
const WITH_AUDIO = { ...POST, audio: { id: '1' } };
const MEDIA = { subreddit: [{ value: { type: 'media' } }] };
const TEXT = { subreddit: [{ value: { type: 'self' } }] };
const people = [{ label: 'acme' }];
const EVENT = { topicType: 'EVENT', eventTitle: 'Tasting' };
const days = (start: string, end: string, times?: [string, string]) =>
	withSettings({
		...EVENT,
		eventStartDate: start,
		eventEndDate: end,
		...(times && { eventStartTime: times[0], eventEndTime: times[1] }),
	});

const meta: RuleCase[] = [
	rule(INSTAGRAMS, 'mayPass', '21 of 20 mentions', 20, 21, (one) =>
		withText(words(one, '@'), pictures(1)),
	),
	rule(INSTAGRAMS, 'mayPass', '31 of 30 hashtags', 30, 31, (one) =>
		withText(words(one, '#'), pictures(1)),
	),
	rule(INSTAGRAMS, 'noted', '6 of 5 hashtags', 5, 6, (one) =>
		withText(words(one, '#'), pictures(1)),
	),
	[INSTAGRAMS, 'mayPass', '11 of 10 files', pictures(10), pictures(11)],
	[INSTAGRAMS, 'noted', 'ratio', sized(1910, 1000), sized(1920, 1000)],
	[INSTAGRAMS, 'noted', 'ratio', sized(750, 1000), sized(740, 1000)],
	[INSTAGRAMS, 'mayPass', 'ratio', sized(2500, 1000), sized(2510, 1000)],
	[INSTAGRAMS, 'mayPass', 'ratio', sized(500, 1000), sized(490, 1000)],
	[
		INSTAGRAMS,
		'noted',
		'no text',
		inStory(sized(490, 1000)),
		inStory({ ...sized(490, 1000), text: 'Tea' }),
	],
	[INSTAGRAMS, 'mayPass', 'the size', heavy(8 * MB), heavy(8 * MB + 9)],
	[INSTAGRAMS, 'noted', 'type of the picture is GIF', only(picture({ ending: 'png' })), only(gif)],
	[INSTAGRAMS, 'noted', 'type of the picture is WebP', pictures(1), only(webp)],
	[INSTAGRAMS, 'mayPass', 'duration', lasting(3), lasting(2.9)],
	[INSTAGRAMS, 'mayPass', 'duration', lasting(900), lasting(901)],
	[`${INSTAGRAMS} threads`, 'noted', 'frame rate', filming(60), filming(60.1)],
	[`${INSTAGRAMS} threads`, 'noted', 'frame rate', filming(23), filming(22.9)],
	[INSTAGRAMS, 'noted', 'width', only(video({ width: 1920 })), only(video({ width: 1922 }))],
	[INSTAGRAMS, 'noted', 'codec', only(video({ codec: 'HEVC' })), only(video({ codec: 'AV1' }))],
	[INSTAGRAMS, 'noted', 'the size', heavyVideo(300 * MB), heavyVideo(301 * MB)],
	[INSTAGRAMS, 'noted', 'duration', inStory(lasting(60)), inStory(lasting(61))],
	[INSTAGRAMS, 'noted', 'the size', inStory(heavyVideo(100 * MB)), inStory(heavyVideo(101 * MB))],
	[INSTAGRAMS, 'noted', 'a story of its own', inStory(pictures(1)), inStory(pictures(2))],
	rule(INSTAGRAMS, 'mayPass', '1 cover after the end', 30, 31, (one) =>
		only(video({ coverAt: one })),
	),
	rule(INSTAGRAMS, 'mayPass', 'Collaborators', 1, 2, (one) =>
		withSettings({ ...POST, collaborators: people }, pictures(one)),
	),

	[
		INSTAGRAMS,
		'mayPass',
		'Collaborators',
		withSettings({ ...POST, collaborators: people }, pictures(1)),
		withSettings({ ...POST, collaborators: [{ label: 'Acme Coffee' }] }, pictures(1)),
	],
	rule(INSTAGRAMS, 'mayPass', 'maximum is 3', 3, 4, (count) =>
		withSettings({ ...POST, collaborators: times(count, people[0]) }, pictures(1)),
	),
	rule(INSTAGRAMS, 'noted', '26 of 25 posts within 24 hours', 25, 26, (one) => ({
		...pictures(1),
		aDay: one,
	})),
	[
		'instagram',
		'mayPass',
		'Volume of the Video must be 0',
		withSettings({ ...POST, audio: { id: '1', video_volume: 0 } }, only(video({ isSilent: true }))),
		withSettings({ ...POST, audio: { id: '1' } }, only(video({ isSilent: true }))),
	],

	['facebook', 'mayPass', '1 file after a video', only(video()), besideVideo(1)],
	['facebook', 'refused', '1 video after a picture', pictures(2), { files: [picture(), video()] }],
	[
		'facebook',
		'noted',
		'only its first file',
		later('Tea', [picture()]),
		later('Tea', [picture(), picture()]),
	],
	['facebook', 'noted', 'the size', heavy(4 * MB), heavy(4 * MB + 9)],
	['facebook', 'noted', 'WebP', only(gif), only(webp)],
	['facebook', 'noted', '11 of 10 pictures', pictures(10), pictures(11)],
	[
		'facebook',
		'noted',
		'address of Facebook',
		withText('See facebook.example.com'),
		withText('See www.facebook.com/acme'),
	],
	rule(
		'facebook',
		'noted',
		'address of Facebook',
		'https://e.example',
		'https://facebook.com/acme',
		(one) => withSettings({ url: one }),
	),
	rule('facebook', 'mayPass', 'Text Background', 130, 131, (count) =>
		withText(a(count), withSettings({ text_format_preset_id: '1' })),
	),
	['facebook', 'noted', 'no text', inStory(pictures(1)), inStory({ ...pictures(1), text: 'Tea' })],
	['facebook', 'noted', 'beside a video', inStory(lasting(30)), inStory(besideVideo(1))],
	['facebook', 'noted', 'duration', inStory(lasting(60)), inStory(lasting(61))],

	[
		'threads',
		'refused',
		'503 of 500 characters',
		withText(`${a(472)}${'🍵'.repeat(7)}`),
		withText(`${a(475)}${'🍵'.repeat(7)}`),
	],
	['threads', 'mayPass', '502 of 500 bytes', withText('é'.repeat(250)), withText('é'.repeat(251))],
	[
		'threads',
		'refused',
		'6 of 5 different links',
		withText(`${links(5)} https://e.example/tea0`),
		withText(links(6)),
	],
	['threads', 'refused', '21 of 20 files', pictures(20), pictures(21)],
	['threads', 'mayPass', 'the size', heavy(8 * MB), heavy(8 * MB + 9)],
	['threads', 'mayPass', 'ratio', sized(1000, 100), sized(1010, 100)],
	['threads', 'noted', 'GIF', pictures(1), only(gif)],
	['threads', 'noted', 'WebP', pictures(1), only(webp)],
	['threads', 'mayPass', 'duration', lasting(300), lasting(301)],
	['threads', 'noted', 'width', only(video({ width: 1920 })), only(video({ width: 1922 }))],
];

const clips: RuleCase[] = [
	[TIKTOKS, 'mayPass', 'shorter side', sized(1080, 1920), sized(1081, 1920)],
	[TIKTOKS, 'mayPass', 'longer side', sized(1920, 1080), sized(1921, 1080)],
	[TIKTOKS, 'refused', 'GIF', only(webp), only(gif)],
	[TIKTOKS, 'refused', '36 of 35 pictures', pictures(35), pictures(36)],
	rule(TIKTOKS, 'mayPass', 'shorter side', 360, 359, (one) =>
		only(video({ width: one, height: 640 })),
	),
	[TIKTOKS, 'mayPass', 'longer side', only(video({ height: 4096 })), only(video({ height: 4098 }))],
	[TIKTOKS, 'mayPass', 'frame rate', filming(23), filming(22.9)],
	[TIKTOKS, 'mayPass', 'frame rate', filming(60), filming(60.1)],
	[TIKTOKS, 'mayPass', 'duration', lasting(600), lasting(601)],
	[TIKTOKS, 'noted', 'codec', only(video({ codec: 'VP9' })), only(video({ codec: 'AV1' }))],
	[TIKTOKS, 'noted', 'duration', lasting(3), lasting(2.9)],
	[TIKTOKS, 'noted', 'duration', lasting(180), lasting(181)],
	rule('tiktok', 'mayPass', 'Only You', 'FOLLOWER_OF_CREATOR', 'SELF_ONLY', (one) =>
		withSettings({ ...DIRECT, brand_content_toggle: true, privacy_level: one }, pictures(1)),
	),
	rule(
		TIKTOKS,
		'noted',
		'Who Can View is Everyone',
		'FOLLOWER_OF_CREATOR',
		'PUBLIC_TO_EVERYONE',
		(one) => withSettings({ ...DIRECT, privacy_level: one }, pictures(1)),
	),
	rule(TIKTOKS, 'noted', '16 of 15 posts within 24 hours', 15, 16, (one) => ({
		...pictures(1),
		aDay: one,
	})),
	rule(TIKTOKS, 'noted', '6 of 5 posts within 24 hours as Send to Inbox', 5, 6, (one) =>
		withSettings(INBOX, { ...pictures(1), aDay: one }),
	),
	rule(
		'tiktok-business',
		'noted',
		'no effect on videos',
		'PUBLIC_TO_EVERYONE',
		'SELF_ONLY',
		(one) => withSettings({ ...DIRECT, privacy_level: one }, lasting(30)),
	),
	rule('tiktok-business', 'noted', 'no effect on photos', 'no', 'yes', (one) =>
		withSettings({ music: { id: '1' }, autoAddMusic: one }, pictures(1)),
	),

	rule('youtube', 'refused', 'Title has <', 'Tea & cake', 'Tea > cake', (one) =>
		withSettings({ title: one }, lasting(30)),
	),
	rule('youtube', 'refused', 'Text has <', 'Tea & cake', '<p>Tea &lt; cake</p>', (one) =>
		withText(one, lasting(30)),
	),
	rule('youtube', 'mayPass', '5,002 of 5,000 bytes', 2500, 2501, (one) =>
		withText('é'.repeat(one), lasting(30)),
	),
	rule('youtube', 'mayPass', 'Tags', `${a(248)} ${a(249)}`, `${a(249)} ${a(249)}`, (one) =>
		withSettings({ tags: tags(one) }, lasting(30)),
	),
	rule(
		'youtube',
		'mayPass',
		'Thumbnail must be',
		'https://e.example/a.png',
		'https://e.example/a.webp',
		(one) => withSettings({ thumbnail: { id: '1', path: one } }, lasting(200)),
	),
	rule('youtube', 'noted', 'Short', 181, 180, (one) =>
		withSettings({ thumbnail: { id: '1', path: 'https://e.example/a.png' } }, lasting(one)),
	),
	[
		'youtube',
		'noted',
		'more than 2 MB',
		{ ...lasting(200), thumbnail: 2 * MB },
		{ ...lasting(200), thumbnail: 2 * MB + 1 },
	],
	['youtube', 'noted', 'duration', lasting(900), lasting(901)],
];

const open: RuleCase[] = [
	['x', 'refused', '5 of 4 files', pictures(4), pictures(5)],
	['x', 'noted', 'beside a video', lasting(30), besideVideo(1)],
	['x', 'noted', 'beside a GIF', only(gif), { files: [gif, picture()] }],
	[
		'x',
		'mayPass',
		'2 cashtags (such as',
		withText('$ACME and $ACME, $5'),
		withText('$ACME and $TEA'),
	],
	['x', 'noted', 'duration', lasting(140), lasting(141)],
	['x', 'mayPass', 'duration', lasting(0.5), lasting(0.4)],
	['x', 'mayPass', 'duration', lasting(7500), lasting(7501)],
	rule('x', 'noted', 'ratio', 1500, 1510, (one) => only(video({ width: one, height: 500 }))),
	rule('x', 'noted', 'ratio', 1500, 1510, (one) => only(video({ width: 500, height: one }))),
	['x', 'noted', 'frame rate', filming(60), filming(60.1)],
	['x', 'noted', 'codec', only(video({ codec: 'H.264' })), only(video({ codec: 'HEVC' }))],
	[
		'bluesky mastodon discord telegram',
		'noted',
		'codec',
		only(video({ codec: 'AV1' })),
		only(video({ codec: 'HEVC' })),
	],
	[`x ${LINKEDINS}`, 'noted', '1 picture turned by EXIF', pictures(1), only(turned())],
	rule('bluesky', 'noted', '1 picture over 976 KB turned by EXIF', 976, 977, (kilobytes) =>
		only(turned({ bytes: kilobytes * 1024 })),
	),
	[LINKEDINS, 'refused', '21 of 20 pictures', pictures(20), pictures(21)],
	[LINKEDINS, 'mayPass', 'duration', lasting(3), lasting(2.9)],
	[LINKEDINS, 'mayPass', 'duration', lasting(1800), lasting(1801)],
	[LINKEDINS, 'mayPass', 'the size', heavyVideo(500 * MB), heavyVideo(501 * MB)],
	[LINKEDINS, 'mayPass', 'the size', heavyVideo(75 * 1024), heavyVideo(74 * 1024)],
	rule(LINKEDINS, 'noted', 'ratio', 2400, 2410, (one) => only(video({ width: one, height: 1000 }))),
	rule(LINKEDINS, 'noted', 'ratio', 2400, 2410, (one) => only(video({ width: 1000, height: one }))),
	[
		LINKEDINS,
		'noted',
		'1 transparent picture',
		withSettings(CAROUSEL, pictures(2)),
		withSettings(CAROUSEL, { files: [picture(), picture({ ending: 'png', transparent: true })] }),
	],
	rule(LINKEDINS, 'refused', 'Comment Text', 'Nice', '', (comment) =>
		withSettings({
			'plug--linkedin-add-comment--integrations': [{ id: 'Acme Roasters' }],
			'plug--linkedin-add-comment--comment': comment,
		}),
	),
	[LINKEDINS, 'noted', '1,251 of 1,250', later(a(1250)), later(a(1251))],
	['bluesky', 'noted', 'duration', lasting(180), lasting(181)],
	['bluesky', 'mayPass', 'duration', lasting(600), lasting(601)],
	['bluesky', 'noted', 'the size', heavyVideo(100 * MB), heavyVideo(101 * MB)],
	['bluesky', 'noted', 'GIF', pictures(1), only(gif)],
	['mastodon', 'mayPass', '5 of 4 files', pictures(4), pictures(5)],
	['mastodon', 'mayPass', 'beside a video', lasting(30), besideVideo(1)],
	['mastodon', 'mayPass', 'number of pixels', sized(6000, 5500), sized(6000, 5501)],
	['mastodon', 'mayPass', 'the size', heavyVideo(99 * MB), heavyVideo(100 * MB)],
	rule('mastodon', 'noted', 'the alt text', 1500, 1501, (count) =>
		only(picture({ alt: a(count) })),
	),
	['mastodon', 'noted', 'frame rate', filming(120), filming(121)],
	[
		'warpcast',
		'mayPass',
		'1,025 of 1,024 bytes',
		withText(`${'é'.repeat(512)}`),
		withText(`a${'é'.repeat(512)}`),
	],
	['warpcast', 'noted', '3 of 2 files', pictures(2), pictures(3)],
	['warpcast', 'mayPass', '5 of 4 files', pictures(4), pictures(5)],
	[
		'warpcast',
		'noted',
		'one after the other',
		withSettings({ subreddit: [place({ id: 'tea' })] }),
		withSettings({ subreddit: [place({ id: 'tea' }), place({ id: 'cake' })] }),
	],
	['nostr', 'noted', 'addresses', {}, pictures(1)],
	['vk', 'noted', '11 of 10 files', pictures(10), pictures(11)],
	['moltbook', 'noted', 'only the text', {}, pictures(1)],
];

const chats: RuleCase[] = [
	rule('telegram', 'refused', '1,025 of 1,024 characters beside a file', 1024, 1025, (one) =>
		withText(a(one), pictures(1)),
	),
	rule('telegram', 'noted', '1,025 of 1,024', `${a(1022)}🍵`, `${a(1023)}🍵`, (one) =>
		withText(one, pictures(1)),
	),
	['telegram', 'refused', 'width and height', sized(5000, 5000), sized(5001, 5000)],
	['telegram', 'refused', 'ratio', sized(2000, 100), sized(2010, 100)],
	['telegram', 'noted', 'the size', heavy(5 * MB), heavy(5 * MB + 9)],
	['telegram', 'noted', 'the size', heavyVideo(20 * MB), heavyVideo(21 * MB)],
	['telegram', 'mayPass', 'the size', heavyVideo(50 * MB), heavyVideo(51 * MB)],
	['telegram', 'noted', 'GIF', pictures(1), only(gif)],
	['discord', 'refused', '11 of 10 files', pictures(10), pictures(11)],
	['discord', 'noted', 'the size', heavyVideo(10 * MB), heavyVideo(11 * MB)],
	['discord', 'mayPass', 'the size', heavyVideo(100 * MB), heavyVideo(101 * MB)],
	['slack', 'refused', '3,001 of 3,000 characters', withText(a(3000)), withText(a(3001))],
	['slack', 'refused', 'no text', withText('Tea', pictures(1)), withText('\n', pictures(1))],
	['slack', 'mayPass', '1 video', pictures(1), lasting(30)],
	['slack', 'noted', 'WebP', pictures(1), only(webp)],
	['slack', 'refused', '50 of 49 files', pictures(49), pictures(50)],
	['twitch kick', 'refused', 'no text', withText('Tea', pictures(1)), withText('', pictures(1))],
	['twitch kick', 'noted', 'only the text', {}, pictures(1)],
];

const shops: RuleCase[] = [
	rule(
		'pinterest',
		'mayPass',
		'Link must be a public address',
		'http://10.example.com/menu',
		'http://10.0.0.5/menu',
		(link) => withSettings({ link }, pictures(1)),
	),
	rule('pinterest', 'mayPass', 'duration', 4, 3.9, (one) => ({
		files: [video({ seconds: one }), picture()],
	})),
	rule('pinterest', 'mayPass', 'duration', 900, 901, (one) => ({
		files: [video({ seconds: one }), picture()],
	})),
	rule('pinterest', 'noted', 'ratio', 1910, 1920, (one) => ({
		files: [video({ width: one, height: 1000 }), picture()],
	})),
	rule('pinterest', 'noted', 'ratio', 2000, 2010, (one) => ({
		files: [video({ width: 1000, height: one }), picture()],
	})),
	rule(
		'pinterest',
		'mayPass',
		'Link',
		`https://e.example/${a(2030)}`,
		`https://e.example/${a(2031)}`,
		(one) => withSettings({ link: one }, pictures(1)),
	),
	rule('reddit', 'mayPass', 'Title', 300, 301, (one) =>
		withSettings({ subreddit: [place({ type: 'self', title: a(one) })] }),
	),
	[
		'reddit',
		'noted',
		'one after the other',
		withSettings({ subreddit: [place({ type: 'self', title: 'Tea' })] }),
		withSettings({
			subreddit: [place({ type: 'self', title: 'Tea' }), place({ type: 'self', title: 'Tea' })],
		}),
	],
	rule('lemmy', 'refused', 'Community needs an ID', '1', null, (id) =>
		withSettings({ subreddit: [place({ subreddit: 'tea', id, title: 'Tea' })] }),
	),
	rule('lemmy', 'mayPass', 'Title must have at least 2', 'Tea', 'T', (one) =>
		withSettings({ subreddit: [place({ title: one })] }),
	),
	rule('lemmy', 'refused', 'Title must be one line', 'Tea', 'Te', (one) =>
		withSettings({ subreddit: [place({ title: one })] }),
	),
	rule('lemmy', 'refused', 'Title must be one line', 200, 201, (one) =>
		withSettings({ subreddit: [place({ title: a(one) })] }),
	),
	['lemmy', 'noted', 'first file', pictures(1), pictures(2)],
	[
		'lemmy',
		'noted',
		'one after the other',
		withSettings({ subreddit: [place({ title: 'Tea' })] }),
		withSettings({ subreddit: [place({ title: 'Tea' }), place({ title: 'Tea' })] }),
	],
	['mewe', 'noted', 'only pictures', pictures(1), { files: [picture(), video()] }],
	['mewe', 'mayPass', 'no picture', pictures(1), lasting(30)],
	['tumblr', 'mayPass', 'duration', lasting(600), lasting(601)],
	['tumblr', 'mayPass', 'the size', heavyVideo(500 * MB), heavyVideo(501 * MB)],
	['gmb', 'mayPass', 'type', pictures(1), only(webp)],
	['gmb', 'mayPass', 'the size', heavy(10 * 1024), heavy(10 * 1024 - 1)],
	['gmb', 'mayPass', 'the size', heavy(5 * MB), heavy(5 * MB + 9)],
	['gmb', 'mayPass', 'shorter side', sized(250, 250), sized(249, 250)],
	['gmb', 'noted', 'Offer', days('2026-12-01', '2026-12-02'), withSettings({ topicType: 'OFFER' })],
	[
		'gmb',
		'noted',
		'Button Link',
		withSettings({ callToActionType: 'CALL', callToActionUrl: 'https://e.example' }),
		withSettings({ callToActionType: 'CALL' }),
	],
	rule('gmb', 'refused', 'before the start', '2026-12-02', '2026-12-01', (one) =>
		days('2026-12-02', one),
	),
	rule('gmb', 'refused', 'before the start', '10:00', '09:59', (one) =>
		days('2026-12-02', '2026-12-02', ['10:00', one]),
	),
	['gmb', 'noted', 'today', days('2026-12-01', '2026-12-02'), days('2026-12-01', '')],
	[
		'gmb',
		'noted',
		'phone number',
		withText('Open 10:00-18:00, 2026-12-01'),
		withText('Call 030 1234567'),
	],
	[
		'dribbble',
		'noted',
		'Team',
		only(picture({ width: 400, height: 300 })),
		{
			...only(picture({ width: 400, height: 300 })),
			settings: { team: 'https://dribbble.com/acme' },
		},
	],
	[
		'dribbble',
		'noted',
		'the size',
		only(picture({ width: 400, height: 300, bytes: 8 * MB })),
		only(picture({ width: 400, height: 300, bytes: 8 * MB + 9 })),
	],
];

// Whether a publication of Hashnode is of a paid plan can't be known: every post there is noted.
const articles: RuleCase[] = [
	['devto hashnode medium wordpress listmonk', 'noted', 'no files of a post', {}, pictures(1)],
	['devto', 'mayPass', 'Title', withSettings({ title: a(128) }), withSettings({ title: a(129) })],
	rule('devto', 'mayPass', 'Tags', 62, 63, (one) =>
		withSettings({ tags: numbered(a(62), a(one)) }),
	),
	['medium', 'noted', 'Title', withSettings({ title: a(100) }), withSettings({ title: a(101) })],
	[
		'medium',
		'noted',
		'Tags',
		withSettings({ tags: tags('a', 'b', a(25)) }),
		withSettings({ tags: tags('a', 'b', 'c', 'd') }),
	],
	rule('medium', 'noted', 'Tags', 25, 26, (one) => withSettings({ tags: tags(a(one)) })),
	rule('devto', 'mayPass', 'maximum is 4', 4, 5, (count) =>
		withSettings({ tags: numbered(...'abcde'.slice(0, count)) }),
	),
	rule('medium', 'mayPass', 'maximum is 4', 4, 5, (count) =>
		withSettings({ tags: tags(...'abcde'.slice(0, count)) }),
	),
	['medium', 'noted', 'draft', {}, withSettings({ publication: '1' })],
	rule('listmonk', 'mayPass', 'Subject', '茶 A', '茶', (one) => withSettings({ subject: one })),
	['listmonk', 'noted', '{{', withText('{ Tea }'), withText('{{ Tea }}')],
];

/** Numbers and kinds of files, as Postiz counts them, too. */
const kinds: RuleCase[] = [
	[`${INSTAGRAMS} ${TIKTOKS} pinterest`, 'refused', 'no file', pictures(1), {}],
	['dribbble', 'refused', 'no picture', shots(1), {}],
	['youtube', 'refused', 'no video', videos(1), pictures(1)],
	['facebook', 'refused', 'no file', withSettings(STORY, pictures(1)), withSettings(STORY)],
	['bluesky', 'mayPass', '5 of 4 pictures', pictures(4), pictures(5)],
	['tumblr', 'mayPass', '31 of 30 pictures', pictures(30), pictures(31)],
	['tumblr', 'mayPass', '2 videos instead of 1', videos(1), videos(2)],
	['youtube', 'mayPass', '2 files instead of 1', videos(1), videos(2)],
	['gmb', 'mayPass', '2 files instead of 1', pictures(1), pictures(2)],
	['dribbble', 'mayPass', '2 files instead of 1', shots(1), shots(2)],
	['dribbble', 'mayPass', 'the size in pixels', shots(1), sized(401, 300)],
	['dribbble', 'mayPass', '1 video', shots(1), videos(1)],
	['gmb warpcast', 'mayPass', '1 video', pictures(1), videos(1)],
	[
		`bluesky ${LINKEDINS} ${TIKTOKS}`,
		'mayPass',
		'1 file beside a video',
		videos(1),
		besideVideo(1),
	],
	['pinterest', 'mayPass', '6 of 5 files', pictures(5), pictures(6)],
	[
		'pinterest',
		'mayPass',
		'2 sizes of pictures instead of 1',
		pictures(2),
		{ files: [picture(), picture({ width: 999 })] },
	],
	['pinterest', 'mayPass', 'no file beside a video', besideVideo(1), videos(1)],
	['pinterest', 'mayPass', '2 files beside a video instead of 1', besideVideo(1), besideVideo(2)],
	['lemmy', 'mayPass', 'must begin with', only(gif), only(webp)],
	[
		'reddit',
		'mayPass',
		'without a cover',
		only(video({ thumbnail: 'https://e.example/a.jpg' })),
		videos(1),
	],
	rule('reddit', 'refused', 'no file', 1, 0, (count) => withSettings(MEDIA, pictures(count))),
	rule('reddit', 'mayPass', '2 files instead of 1', 1, 2, (count) =>
		withSettings(MEDIA, pictures(count)),
	),
	rule('reddit', 'refused', 'Text or Link', 0, 1, (count) => withSettings(TEXT, pictures(count))),
	...[[INSTAGRAMS, TRIAL_REEL] as const, ['instagram', WITH_AUDIO] as const].flatMap(
		([networks, settings]) => [
			rule(networks, 'refused', 'no video', videos(1), pictures(1), (files) =>
				withSettings(settings, files),
			),
			rule(networks, 'mayPass', '2 files instead of 1', videos(1), videos(2), (files) =>
				withSettings(settings, files),
			),
		],
	),
	rule('instagram', 'refused', 'Audio cannot', 'post', 'story', (one) =>
		withSettings({ ...WITH_AUDIO, post_type: one }, videos(1)),
	),
	rule(LINKEDINS, 'refused', '1 of at least 2 pictures', 2, 1, (count) =>
		withSettings(CAROUSEL, pictures(count)),
	),
	rule(LINKEDINS, 'mayPass', '1 video in', [], [video()], (files) =>
		withSettings(CAROUSEL, { files: [picture(), picture(), ...files] }),
	),
	rule('x', 'mayPass', '1 video in', pictures(5), videos(1), (files) =>
		withSettings(ARTICLE, files),
	),
	rule('x', 'refused', 'Article Status', 'published', 'draft', (one) =>
		withSettings({ ...ARTICLE, article_status: one }, later('Tea')),
	),
	rule(
		`${INSTAGRAMS} ${LINKEDINS} kick lemmy moltbook reddit twitch`,
		'mayPass',
		'part 2 of the thread has 1 file',
		[],
		[picture()],
		(files) => ({ ...pictures(1), ...later('Tea', files) }),
	),
];

/** The length of a setting, from the least to the most; `inside` is the rest of the post. */
const lengthOf = (
	networks: string,
	key: string,
	{ least, most }: { least?: number; most?: number },
	inside: RuledPost = {},
	valueOf: (count: number) => unknown = a,
): RuleCase[] => {
	const post = (count: number) => withSettings({ [key]: valueOf(count) }, inside);
	return [
		...(least ? [rule(networks, 'mayPass', `at least ${least}`, least, least - 1, post)] : []),
		...(most ? [rule(networks, 'mayPass', `maximum is ${most}`, most, most + 1, post)] : []),
	];
};
const settings: RuleCase[] = [
	lengthOf(TIKTOKS, 'title', { most: 90 }, pictures(1)),
	lengthOf('youtube', 'title', { least: 2, most: 100 }, videos(1)),
	lengthOf('pinterest', 'title', { most: 100 }, pictures(1)),
	lengthOf('devto medium wordpress', 'title', { least: 2 }),
	lengthOf('medium hashnode', 'subtitle', { least: 2 }),
	lengthOf('hashnode', 'title', { least: 6 }),
	lengthOf('tumblr', 'title', { most: 4096 }),
	lengthOf('tumblr', 'tags', { most: 4096 }),
	lengthOf('reddit', 'subreddit', { least: 2 }, {}, (count) => [place({ title: a(count) })]),
	lengthOf('lemmy', 'subreddit', { least: 2 }, {}, (count) => [
		place({ id: '1', subreddit: a(count), title: 'Tea' }),
	]),
].flat();

/** Every rule that can be broken from outside (docs/providers.md). */
export const ruleCases: RuleCase[] = [
	meta,
	clips,
	open,
	chats,
	shops,
	articles,
	kinds,
	settings,
].flat();

const LEAST: Record<Files, RuledPost> = {
	image: pictures(1),
	images: pictures(2),
	shot: shots(1),
	video: videos(1),
};
/** The most characters of a part, as Postiz counts them; Slack itself takes fewer. */
export const lengthCases: RuleCase[] = Object.entries(networks)
	.filter(([identifier, { max }]) => max < Infinity && identifier !== 'slack')
	.map(([identifier, { max, files }]) =>
		rule(
			identifier,
			'refused',
			`${shown(max + 1)} of ${shown(max)} characters`,
			max,
			max + 1,
			(count) => withText(a(count), files && LEAST[files]),
		),
	);
