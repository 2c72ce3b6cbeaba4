/**
 * What networks refuse, change or leave out, though the service takes it: one row a rule, with a post that keeps it just
 * so and one that just breaks it. Written by hand; neither the node nor the sandbox is asked.
 */
import type { DueFile } from '../service/networks/due.cjs';

export interface RuledPost {
	/** Of the post; a short one if nothing is said. */
	text?: string;
	files?: DueFile[];
	/** The texts and files of later parts. */
	later?: Array<{ text: string; files?: DueFile[] }>;
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

const MB = 1024 * 1024;
const picture = (facts: Partial<DueFile> = {}): DueFile => ({
	kind: 'picture',
	ending: 'jpg',
	width: 1000,
	height: 1000,
	bytes: MB,
	...facts,
});
const video = (facts: Partial<DueFile> = {}): DueFile => ({
	kind: 'video',
	ending: 'mp4',
	width: 1080,
	height: 1920,
	seconds: 30,
	fps: 30,
	bytes: MB,
	...facts,
});
const gif = picture({ ending: 'gif' });
const webp = picture({ ending: 'webp' });
const sized = (width: number, height: number) => ({ files: [picture({ width, height })] });
const lasting = (seconds: number) => ({ files: [video({ seconds })] });
const times = <T,>(count: number, one: T): T[] => Array<T>(count).fill(one);
const pictures = (count: number) => ({ files: times(count, picture()) });
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
const only = (file: DueFile) => ({ files: [file] });
const later = (text: string, files?: DueFile[]) => ({ later: [{ text, files }] });
const tags = (...labels: string[]) => labels.map((label) => ({ value: label, label }));
const numbered = (...labels: string[]) => labels.map((label) => ({ value: 1, label }));
const place = (value: Record<string, unknown>) => ({ value });

const POST = { post_type: 'post' };
const STORY = { post_type: 'story' };
const inStory = (post: RuledPost): RuledPost => withText('', { ...post, settings: STORY });
const INSTAGRAMS = 'instagram instagram-standalone';
const TIKTOKS = 'tiktok tiktok-business';
const DIRECT = { content_posting_method: 'DIRECT_POST' };
const INBOX = { content_posting_method: 'UPLOAD' };
const CAROUSEL = { post_as_images_carousel: true };
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
	[
		INSTAGRAMS,
		'mayPass',
		'21 of 20 mentions',
		withText(words(20, '@'), pictures(1)),
		withText(words(21, '@'), pictures(1)),
	],
	[
		INSTAGRAMS,
		'mayPass',
		'31 of 30 hashtags',
		withText(words(30, '#'), pictures(1)),
		withText(words(31, '#'), pictures(1)),
	],
	[
		INSTAGRAMS,
		'noted',
		'6 of 5 hashtags',
		withText(words(5, '#'), pictures(1)),
		withText(words(6, '#'), pictures(1)),
	],
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
	[INSTAGRAMS, 'noted', 'frame rate', only(video({ fps: 60 })), only(video({ fps: 61 }))],
	[INSTAGRAMS, 'noted', 'width', only(video({ width: 1920 })), only(video({ width: 1922 }))],
	[INSTAGRAMS, 'noted', 'codec', only(video({ codec: 'HEVC' })), only(video({ codec: 'AV1' }))],
	[INSTAGRAMS, 'noted', 'the size', heavyVideo(300 * MB), heavyVideo(301 * MB)],
	[INSTAGRAMS, 'noted', 'duration', inStory(lasting(60)), inStory(lasting(61))],
	[INSTAGRAMS, 'noted', 'the size', inStory(heavyVideo(100 * MB)), inStory(heavyVideo(101 * MB))],
	[INSTAGRAMS, 'noted', 'a story of its own', inStory(pictures(1)), inStory(pictures(2))],
	[
		INSTAGRAMS,
		'mayPass',
		'1 cover after the end',
		only(video({ coverAt: 30 })),
		only(video({ coverAt: 31 })),
	],
	[
		INSTAGRAMS,
		'mayPass',
		'Collaborators',
		withSettings({ ...POST, collaborators: people }, pictures(1)),
		withSettings({ ...POST, collaborators: people }, pictures(2)),
	],

	[
		INSTAGRAMS,
		'mayPass',
		'Collaborators',
		withSettings({ ...POST, collaborators: people }, pictures(1)),
		withSettings({ ...POST, collaborators: [{ label: 'Acme Coffee' }] }, pictures(1)),
	],
	[
		INSTAGRAMS,
		'noted',
		'26 of 25 posts within 24 hours',
		{ ...pictures(1), aDay: 25 },
		{ ...pictures(1), aDay: 26 },
	],
	[
		'instagram',
		'mayPass',
		'Volume of the Video must be 0',
		withSettings({ ...POST, audio: { id: '1', video_volume: 0 } }, only(video({ isSilent: true }))),
		withSettings({ ...POST, audio: { id: '1' } }, only(video({ isSilent: true }))),
	],

	['facebook', 'mayPass', '1 file after a video', only(video()), { files: [video(), picture()] }],
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
	[
		'facebook',
		'noted',
		'address of Facebook',
		withSettings({ url: 'https://e.example' }),
		withSettings({ url: 'https://facebook.com/acme' }),
	],
	['facebook', 'noted', 'no text', inStory(pictures(1)), inStory({ ...pictures(1), text: 'Tea' })],
	[
		'facebook',
		'noted',
		'beside a video',
		inStory(lasting(30)),
		inStory({ files: [video(), picture()] }),
	],
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
	['threads', 'noted', 'frame rate', only(video({ fps: 23 })), only(video({ fps: 22 }))],
	['threads', 'noted', 'width', only(video({ width: 1920 })), only(video({ width: 1922 }))],
];

const videos: RuleCase[] = [
	[TIKTOKS, 'mayPass', 'shorter side', sized(1080, 1920), sized(1081, 1920)],
	[TIKTOKS, 'mayPass', 'longer side', sized(1920, 1080), sized(1921, 1080)],
	[TIKTOKS, 'refused', 'GIF', only(webp), only(gif)],
	[TIKTOKS, 'refused', '36 of 35 pictures', pictures(35), pictures(36)],
	[
		TIKTOKS,
		'mayPass',
		'shorter side',
		only(video({ width: 360, height: 640 })),
		only(video({ width: 359, height: 640 })),
	],
	[TIKTOKS, 'mayPass', 'longer side', only(video({ height: 4096 })), only(video({ height: 4098 }))],
	[TIKTOKS, 'mayPass', 'frame rate', only(video({ fps: 23 })), only(video({ fps: 22.9 }))],
	[TIKTOKS, 'mayPass', 'duration', lasting(600), lasting(601)],
	[TIKTOKS, 'noted', 'codec', only(video({ codec: 'VP9' })), only(video({ codec: 'AV1' }))],
	[TIKTOKS, 'noted', 'duration', lasting(3), lasting(2.9)],
	[TIKTOKS, 'noted', 'duration', lasting(180), lasting(181)],
	[
		'tiktok',
		'mayPass',
		'Only You',
		withSettings(
			{ ...DIRECT, brand_content_toggle: true, privacy_level: 'FOLLOWER_OF_CREATOR' },
			pictures(1),
		),
		withSettings(
			{ ...DIRECT, brand_content_toggle: true, privacy_level: 'SELF_ONLY' },
			pictures(1),
		),
	],
	[
		TIKTOKS,
		'noted',
		'Who Can View is Everyone',
		withSettings({ ...DIRECT, privacy_level: 'FOLLOWER_OF_CREATOR' }, pictures(1)),
		withSettings({ ...DIRECT, privacy_level: 'PUBLIC_TO_EVERYONE' }, pictures(1)),
	],
	[
		TIKTOKS,
		'noted',
		'16 of 15 posts within 24 hours',
		{ ...pictures(1), aDay: 15 },
		{ ...pictures(1), aDay: 16 },
	],
	[
		TIKTOKS,
		'noted',
		'6 of 5 posts within 24 hours as Send to Inbox',
		withSettings(INBOX, { ...pictures(1), aDay: 5 }),
		withSettings(INBOX, { ...pictures(1), aDay: 6 }),
	],
	[
		'tiktok-business',
		'noted',
		'no effect on videos',
		withSettings({ ...DIRECT, privacy_level: 'PUBLIC_TO_EVERYONE' }, lasting(30)),
		withSettings({ ...DIRECT, privacy_level: 'SELF_ONLY' }, lasting(30)),
	],
	[
		'tiktok-business',
		'noted',
		'no effect on photos',
		withSettings({ music: { id: '1' }, autoAddMusic: 'no' }, pictures(1)),
		withSettings({ music: { id: '1' }, autoAddMusic: 'yes' }, pictures(1)),
	],

	[
		'youtube',
		'refused',
		'Title has <',
		withSettings({ title: 'Tea & cake' }, lasting(30)),
		withSettings({ title: 'Tea > cake' }, lasting(30)),
	],
	[
		'youtube',
		'refused',
		'Text has <',
		withText('Tea & cake', lasting(30)),
		withText('<p>Tea &lt; cake</p>', lasting(30)),
	],
	[
		'youtube',
		'mayPass',
		'5,002 of 5,000 bytes',
		withText('é'.repeat(2500), lasting(30)),
		withText('é'.repeat(2501), lasting(30)),
	],
	[
		'youtube',
		'mayPass',
		'Tags',
		withSettings({ tags: tags(`${a(248)} ${a(249)}`) }, lasting(30)),
		withSettings({ tags: tags(`${a(249)} ${a(249)}`) }, lasting(30)),
	],
	[
		'youtube',
		'mayPass',
		'Thumbnail must be',
		withSettings({ thumbnail: { id: '1', path: 'https://e.example/a.png' } }, lasting(200)),
		withSettings({ thumbnail: { id: '1', path: 'https://e.example/a.webp' } }, lasting(200)),
	],
	[
		'youtube',
		'noted',
		'Short',
		withSettings({ thumbnail: { id: '1', path: 'https://e.example/a.png' } }, lasting(181)),
		withSettings({ thumbnail: { id: '1', path: 'https://e.example/a.png' } }, lasting(180)),
	],
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
	['x', 'noted', 'beside a video', lasting(30), { files: [video(), picture()] }],
	['x', 'noted', 'beside a GIF', only(gif), { files: [gif, picture()] }],
	['x', 'mayPass', '2 of 1 cashtag', withText('$ACME and $ACME, $5'), withText('$ACME and $TEA')],
	['x', 'noted', 'duration', lasting(140), lasting(141)],
	['x', 'mayPass', 'duration', lasting(0.5), lasting(0.4)],
	['x', 'mayPass', 'duration', lasting(7500), lasting(7501)],
	[
		'x',
		'noted',
		'ratio',
		only(video({ width: 1500, height: 500 })),
		only(video({ width: 1510, height: 500 })),
	],
	['x', 'noted', 'frame rate', only(video({ fps: 60 })), only(video({ fps: 61 }))],
	['linkedin linkedin-page', 'refused', '21 of 20 pictures', pictures(20), pictures(21)],
	['linkedin linkedin-page', 'mayPass', 'duration', lasting(3), lasting(2.9)],
	['linkedin linkedin-page', 'mayPass', 'duration', lasting(1800), lasting(1801)],
	['linkedin linkedin-page', 'mayPass', 'the size', heavyVideo(500 * MB), heavyVideo(501 * MB)],
	['linkedin linkedin-page', 'mayPass', 'the size', heavyVideo(75 * 1024), heavyVideo(74 * 1024)],
	[
		'linkedin linkedin-page',
		'noted',
		'ratio',
		only(video({ width: 2400, height: 1000 })),
		only(video({ width: 2410, height: 1000 })),
	],
	[
		'linkedin linkedin-page',
		'noted',
		'1 transparent picture',
		withSettings(CAROUSEL, pictures(2)),
		withSettings(CAROUSEL, { files: [picture(), picture({ ending: 'png', transparent: true })] }),
	],
	['linkedin linkedin-page', 'noted', '1,251 of 1,250', later(a(1250)), later(a(1251))],
	['bluesky', 'noted', 'duration', lasting(180), lasting(181)],
	['bluesky', 'mayPass', 'duration', lasting(600), lasting(601)],
	['bluesky', 'noted', 'the size', heavyVideo(100 * MB), heavyVideo(101 * MB)],
	['bluesky', 'noted', 'GIF', pictures(1), only(gif)],
	['mastodon', 'mayPass', '5 of 4 files', pictures(4), pictures(5)],
	['mastodon', 'mayPass', 'beside a video', lasting(30), { files: [video(), picture()] }],
	['mastodon', 'mayPass', 'number of pixels', sized(6000, 5500), sized(6000, 5501)],
	['mastodon', 'mayPass', 'the size', heavyVideo(99 * MB), heavyVideo(100 * MB)],
	['mastodon', 'noted', 'frame rate', only(video({ fps: 120 })), only(video({ fps: 121 }))],
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
	[
		'telegram',
		'refused',
		'1,025 of 1,024 characters beside a file',
		withText(a(1024), pictures(1)),
		withText(a(1025), pictures(1)),
	],
	[
		'telegram',
		'noted',
		'1,025 of 1,024',
		withText(`${a(1022)}🍵`, pictures(1)),
		withText(`${a(1023)}🍵`, pictures(1)),
	],
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
	[
		'pinterest',
		'mayPass',
		'duration',
		{ files: [video({ seconds: 4 }), picture()] },
		{ files: [video({ seconds: 3.9 }), picture()] },
	],
	[
		'pinterest',
		'mayPass',
		'duration',
		{ files: [video({ seconds: 900 }), picture()] },
		{ files: [video({ seconds: 901 }), picture()] },
	],
	[
		'pinterest',
		'noted',
		'ratio',
		{ files: [video({ width: 1910, height: 1000 }), picture()] },
		{ files: [video({ width: 1920, height: 1000 }), picture()] },
	],
	[
		'pinterest',
		'mayPass',
		'Link',
		withSettings({ link: `https://e.example/${a(2030)}` }, pictures(1)),
		withSettings({ link: `https://e.example/${a(2031)}` }, pictures(1)),
	],
	[
		'reddit',
		'mayPass',
		'Title',
		withSettings({ subreddit: [place({ type: 'self', title: a(300) })] }),
		withSettings({ subreddit: [place({ type: 'self', title: a(301) })] }),
	],
	[
		'reddit',
		'noted',
		'one after the other',
		withSettings({ subreddit: [place({ type: 'self', title: 'Tea' })] }),
		withSettings({
			subreddit: [place({ type: 'self', title: 'Tea' }), place({ type: 'self', title: 'Tea' })],
		}),
	],
	[
		'lemmy',
		'refused',
		'Title must be one line',
		withSettings({ subreddit: [place({ title: 'Tea' })] }),
		withSettings({ subreddit: [place({ title: 'Te' })] }),
	],
	[
		'lemmy',
		'refused',
		'Title must be one line',
		withSettings({ subreddit: [place({ title: a(200) })] }),
		withSettings({ subreddit: [place({ title: a(201) })] }),
	],
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
	[
		'gmb',
		'refused',
		'before the start',
		days('2026-12-02', '2026-12-02'),
		days('2026-12-02', '2026-12-01'),
	],
	[
		'gmb',
		'refused',
		'before the start',
		days('2026-12-02', '2026-12-02', ['10:00', '10:00']),
		days('2026-12-02', '2026-12-02', ['10:00', '09:59']),
	],
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
	[
		'devto',
		'mayPass',
		'Tags',
		withSettings({ tags: numbered(a(62), a(62)) }),
		withSettings({ tags: numbered(a(62), a(63)) }),
	],
	['medium', 'noted', 'Title', withSettings({ title: a(100) }), withSettings({ title: a(101) })],
	[
		'medium',
		'noted',
		'Tags',
		withSettings({ tags: tags('a', 'b', a(25)) }),
		withSettings({ tags: tags('a', 'b', 'c', 'd') }),
	],
	[
		'medium',
		'noted',
		'Tags',
		withSettings({ tags: tags(a(25)) }),
		withSettings({ tags: tags(a(26)) }),
	],
	['medium', 'noted', 'draft', {}, withSettings({ publication: '1' })],
	[
		'listmonk',
		'mayPass',
		'Subject',
		withSettings({ subject: '茶 A' }),
		withSettings({ subject: '茶' }),
	],
	['listmonk', 'noted', '{{', withText('{ Tea }'), withText('{{ Tea }}')],
];

/** Every rule that can be broken from outside (docs/providers.md). */
export const ruleCases: RuleCase[] = [meta, videos, open, chats, shops, articles].flat();
