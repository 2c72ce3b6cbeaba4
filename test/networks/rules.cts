/**
 * What networks and Postiz reject, change or leave out, beyond settings (docs/api.md). The sandbox enforces it, and the
 * node is tested with a post that just keeps each rule, and one that just breaks it. Written by hand, independently of
 * the node. Limits are in limits.csv.
 */
import type { Values } from '../service/schema.cjs';
import { limits, type Level, type Rule } from './limits.cjs';
import {
	a,
	isVideo,
	letters,
	list,
	MB,
	picture,
	pictures,
	placesIn,
	text,
	times,
	video,
	videos,
	type PostFile,
	type Sample,
} from './measures.cjs';
import { networks, formatNumber } from './table.cjs';

export type { Rule } from './limits.cjs';
type Breaks = NonNullable<Rule['breaks']>;

const arriving = (answer: string): Partial<Rule> => ({ answer, onArrival: true });
/** Two samples that differ in one thing. */
function rule<T>(
	networks: string,
	level: Level,
	message: string,
	[inside, outside]: [T, T],
	sampleOf: (value: T) => Sample,
	breaks?: Breaks,
	options: Partial<Rule> = {},
): Rule {
	const samples = { inside: sampleOf(inside), outside: sampleOf(outside) };
	return { networks, level, message, ...samples, breaks, answer: message, ...options };
}
const note = (networks: string, message: string, inside: Sample, outside: Sample): Rule =>
	rule(networks, 'noted', message, [inside, outside], (sample) => sample);

const only = (file: PostFile): Sample => ({ files: [file] });
const lasting = (seconds: number) => only(video({ seconds }));
const withText = (text: string, more: Sample = {}): Sample => ({ text, ...more });
const withSettings = (settings: Values, more: Sample = {}): Sample => ({ settings, ...more });
const createThread = (text: string, files?: PostFile[]): Sample => ({ thread: [{ text, files }] });
const tags = (...labels: string[]) => labels.map((label) => ({ value: label, label }));
const numbered = (...labels: string[]) => labels.map((label) => ({ value: 1, label }));
const places = (...values: Values[]): Sample =>
	withSettings({ subreddit: values.map((value) => ({ value })) });

const labels = (value: unknown) => list(value).map(({ label }) => text(label));
/** A rule about settings alone. */
const ofSettings =
	(breaks: (settings: Values) => boolean): Breaks =>
	({ settings }) =>
		breaks(settings);
const titles = (breaks: (title: string) => boolean): Breaks =>
	ofSettings((settings) => placesIn(settings).some(({ title }) => breaks(text(title))));

const POST = { post_type: 'post' };
const STORY = { post_type: 'story' };
const ARTICLE = { post_type: 'article' };
const CAROUSEL = { post_as_images_carousel: true };
const DIRECT = { content_posting_method: 'DIRECT_POST' };
const WITH_AUDIO = { ...POST, audio: { id: '1' } };
const isStory = ({ post_type: type }: Values) => type === 'story';
const isArticle = ({ post_type: type }: Values) => type === 'article';
const hasAudio = ({ audio }: Values) => Boolean(audio);
const inStory = (sample: Sample): Sample => ({ ...sample, text: '', settings: STORY });
const INSTAGRAMS = 'instagram instagram-standalone';
const LINKEDINS = 'linkedin linkedin-page';
const TIKTOKS = 'tiktok tiktok-business';
const collaborators = (...names: string[]): Sample =>
	withSettings({ ...POST, collaborators: names.map((label) => ({ label })) }, pictures(1));

const meta: Rule[] = [
	rule(
		'instagram',
		'rejected',
		'Audio cannot',
		['post', 'story'],
		(type) => withSettings({ ...WITH_AUDIO, post_type: type }, videos(1)),
		ofSettings((settings) => hasAudio(settings) && isStory(settings)),
		arriving('Audio can only be added to Reels, not to Stories'),
	),
	note(
		INSTAGRAMS,
		'no text',
		inStory(pictures(1)),
		withText('Tea', withSettings(STORY, pictures(1))),
	),
	note(INSTAGRAMS, 'codec', only(video({ codec: 'HEVC' })), only(video({ codec: 'AV1' }))),
	note(INSTAGRAMS, 'a story of its own', inStory(pictures(1)), inStory(pictures(2))),
	rule(
		INSTAGRAMS,
		'mayPass',
		'1 cover after the end',
		[30, 31],
		(coverAt) => only(video({ coverAt })),
		({ files }) => files.flat().some(({ coverAt = 0, seconds = Infinity }) => coverAt > seconds),
	),
	rule(
		INSTAGRAMS,
		'mayPass',
		'Collaborators',
		[1, 2],
		(count) => ({ ...collaborators('acme'), ...pictures(count) }),
		({ files, settings }) => files[0].length > 1 && list(settings.collaborators).length > 0,
	),
	rule(
		INSTAGRAMS,
		'mayPass',
		'Collaborators',
		['acme', 'Acme Coffee'],
		(name) => collaborators(name),
		ofSettings((settings) =>
			labels(settings.collaborators).some((name) => /[^a-z\d._]/i.test(name)),
		),
	),
	rule(
		INSTAGRAMS,
		'mayPass',
		'maximum is 3',
		[3, 4],
		(count) => collaborators(...times(count, 'acme')),
		ofSettings((settings) => list(settings.collaborators).length > 3),
	),
	rule(
		'instagram',
		'mayPass',
		'Volume of the Video must be 0',
		[{ video_volume: 0 }, {}],
		(volume) =>
			withSettings({ ...POST, audio: { id: '1', ...volume } }, only(video({ isSilent: true }))),
		// Postiz mixes the music with the sound of the video, so there must be one.
		({ files, settings }) => {
			const { audio } = settings as { audio?: Values };
			const isMixed = Boolean(audio?.id) && audio?.video_volume !== 0;
			return isMixed && files.flat().some(({ isSilent }) => isSilent);
		},
	),

	note(
		'facebook',
		'only its first file',
		createThread('Tea', [picture()]),
		createThread('Tea', times(2, picture())),
	),
	note(
		'facebook',
		'address of Facebook',
		withText('See facebook.example.com'),
		withText('See www.facebook.com/acme'),
	),
	note(
		'facebook',
		'address of Facebook',
		withSettings({ url: 'https://e.example' }),
		withSettings({ url: 'https://facebook.com/acme' }),
	),
	rule(
		'facebook',
		'mayPass',
		'Text Background',
		[130, 131],
		(count) => withText(a(count), withSettings({ text_format_preset_id: '1' })),
		({ settings, files, texts: [own] }) =>
			Boolean(settings.text_format_preset_id) && (files[0].length > 0 || letters(own) > 130),
	),
	note('facebook', 'no text', inStory(pictures(1)), { ...inStory(pictures(1)), text: 'Tea' }),
].flat();

const clips: Rule[] = [
	note(TIKTOKS, 'codec', only(video({ codec: 'VP9' })), only(video({ codec: 'AV1' }))),
	rule(
		'tiktok',
		'mayPass',
		'Only You',
		['FOLLOWER_OF_CREATOR', 'SELF_ONLY'],
		(level) =>
			withSettings({ ...DIRECT, brand_content_toggle: true, privacy_level: level }, pictures(1)),
		ofSettings(
			({ content_posting_method: method, brand_content_toggle: isBrand, privacy_level: level }) =>
				method === 'DIRECT_POST' && isBrand === true && level === 'SELF_ONLY',
		),
	),
	rule(TIKTOKS, 'noted', '6 of 5 posts within 24 hours as Send to Inbox', [5, 6], (postsADay) =>
		withSettings({ content_posting_method: 'UPLOAD' }, { postsADay }),
	),
	rule(
		TIKTOKS,
		'noted',
		'Who Can View is Everyone',
		['FOLLOWER_OF_CREATOR', 'PUBLIC_TO_EVERYONE'],
		(level) => withSettings({ ...DIRECT, privacy_level: level }, pictures(1)),
	),
	rule(
		'tiktok-business',
		'noted',
		'no effect on videos',
		['PUBLIC_TO_EVERYONE', 'SELF_ONLY'],
		(level) => withSettings({ ...DIRECT, privacy_level: level }, lasting(30)),
	),
	rule('tiktok-business', 'noted', 'no effect on photos', ['no', 'yes'], (autoAddMusic) =>
		withSettings({ music: { id: '1' }, autoAddMusic }, pictures(1)),
	),

	rule(
		'youtube',
		'rejected',
		'Title has <',
		['Tea & cake', 'Tea > cake'],
		(title) => withSettings({ title }),
		ofSettings(({ title }) => /[<>]/.test(text(title))),
	),
	rule(
		'youtube',
		'rejected',
		'Text has <',
		['Tea & cake', '<p>Tea &lt; cake</p>'],
		withText,
		({ texts: [own] }) => /[<>]/.test(own),
		{ answer: 'invalidDescription' },
	),
	rule(
		'youtube',
		'mayPass',
		'Tags',
		[248, 249],
		(count) => withSettings({ tags: tags(`${a(count)} ${a(249)}`) }),
		// A tag with a space is put in quotes, which count.
		ofSettings(
			(settings) =>
				labels(settings.tags).reduce(
					(sum, tag) => sum + tag.length + (tag.includes(' ') ? 2 : 0),
					0,
				) > 500,
		),
		{ answer: 'invalidTags' },
	),
	rule(
		'youtube',
		'mayPass',
		'Thumbnail must be',
		['png', 'webp'],
		(ending) =>
			withSettings({ thumbnail: { id: '1', path: `https://e.example/a.${ending}` } }, lasting(200)),
		ofSettings(({ thumbnail }) =>
			/\.(gif|webp)$/.test(text((thumbnail as Values | undefined)?.path)),
		),
		{ answer: 'imageFormatUnsupported' },
	),
	rule('youtube', 'noted', 'Short', [181, 180], (seconds) =>
		withSettings({ thumbnail: { id: '1', path: 'https://e.example/a.png' } }, lasting(seconds)),
	),
	rule('youtube', 'noted', 'more than 2 MB', [2 * MB, 2 * MB + 1], (bytes) => ({
		...lasting(200),
		settingFiles: { thumbnail: picture({ bytes }) },
	})),
].flat();

const open: Rule[] = [
	note('x', 'codec', only(video({ codec: 'H.264' })), only(video({ codec: 'HEVC' }))),
	note(
		'bluesky mastodon discord telegram',
		'codec',
		only(video({ codec: 'AV1' })),
		only(video({ codec: 'HEVC' })),
	),
	rule(`x ${LINKEDINS}`, 'noted', '1 picture turned by EXIF', [false, true], (turned) =>
		only(picture({ turned })),
	),
	rule('x', 'noted', 'Article Cover is turned by EXIF', [false, true], (turned) =>
		withSettings(ARTICLE, { settingFiles: { article_cover: picture({ turned }) } }),
	),
	rule('bluesky', 'noted', '1 picture over 976 KB turned by EXIF', [976, 977], (kilobytes) =>
		only(picture({ turned: true, bytes: kilobytes * 1024 })),
	),
	rule(
		'dribbble',
		'noted',
		'Team',
		[{}, { team: 'https://dribbble.com/acme' }],
		(settings: Values) => withSettings(settings),
	),
	rule('warpcast', 'noted', 'posted to in turn', [1, 2], (count) =>
		places(...times(count, { id: 'tea' })),
	),
	rule(
		'x',
		'rejected',
		'Article Status',
		['published', 'draft'],
		(status) => withSettings({ ...ARTICLE, article_status: status }, createThread('Tea')),
		({ settings, texts }) =>
			isArticle(settings) && settings.article_status === 'draft' && texts.length > 1,
		arriving('A draft article cannot have thread replies, remove them or publish the article'),
	),
	rule('x', 'rejected', '5 files instead of at most 4', [ARTICLE, POST], (settings) =>
		withSettings(settings, pictures(5)),
	),
	rule(LINKEDINS, 'noted', '1 transparent picture', [false, true], (transparent) =>
		withSettings(CAROUSEL, { files: [picture(), picture({ ending: 'png', transparent })] }),
	),
	rule(LINKEDINS, 'rejected', 'Comment Text', ['Nice', ''], (comment) =>
		withSettings({
			'plug--linkedin-add-comment--integrations': [{ id: 'Acme Roasters' }],
			'plug--linkedin-add-comment--comment': comment,
		}),
	),
].flat();

const EVENT = { topicType: 'EVENT', eventTitle: 'Tasting' };
const days = (start: string, end: string, from?: string, to?: string) =>
	withSettings({
		...EVENT,
		eventStartDate: start,
		eventEndDate: end,
		...(from && { eventStartTime: from, eventEndTime: to }),
	});
const dayAndTime = (settings: Values, end: 'Start' | 'End') =>
	[settings[`event${end}Date`], settings.eventStartTime && settings[`event${end}Time`]]
		.map(text)
		.join(' ');
const endsEarly = (settings: Values) =>
	settings.topicType === 'EVENT' &&
	text(settings.eventEndDate) !== '' &&
	dayAndTime(settings, 'End') < dayAndTime(settings, 'Start');
const isInHouse = (link: string) =>
	/^https?:\/\/(localhost|127\.\d|10\.\d|192\.168\.\d)/.test(link.toLowerCase());
const LEMMY_COVERS = ['png', 'jpg', 'gif'];
const SHOTS = ['400x300', '800x600'];

const shops: Rule[] = [
	rule(
		'pinterest',
		'mayPass',
		'Link must be a public address',
		['http://10.example.com/menu', 'http://10.0.0.5/menu'],
		(link) => withSettings({ link }),
		ofSettings(({ link }) => isInHouse(text(link))),
	),
	rule(
		'pinterest',
		'mayPass',
		'Link',
		[2048, 2049],
		(count) => withSettings({ link: `https://e.example/${a(count - 18)}` }),
		ofSettings(({ link }) => text(link).length > 2048),
	),
	// It is published without the picture.
	rule('reddit', 'rejected', 'Text or Link', [0, 1], (count) => ({
		...places({ type: 'self' }),
		...pictures(count),
	})),
	rule('reddit', 'noted', 'posted to in turn', [1, 2], (count) =>
		places(...times(count, { type: 'self', title: 'Tea' })),
	),
	rule(
		'lemmy',
		'mayPass',
		'must begin with',
		['gif', 'webp'],
		(ending) => only(picture({ ending })),
		({ files: [[first]] }) => first !== undefined && !LEMMY_COVERS.includes(first.ending),
		arriving('You can set only one picture for a cover'),
	),
	rule('lemmy', 'rejected', 'Community needs an ID', ['1', null], (id) =>
		places({ subreddit: 'tea', id, title: 'Tea' }),
	),
	rule('lemmy', 'mayPass', 'Title must have at least 2', ['Tea', 'T'], (title) =>
		places({ title }),
	),
	rule(
		'lemmy',
		'rejected',
		'Title must be one line',
		['Tea', 'Te'],
		(title) => places({ title }),
		titles((title) => title.length < 3),
	),
	rule(
		'lemmy',
		'rejected',
		'Title must be one line',
		[200, 201],
		(count) => places({ title: a(count) }),
		titles((title) => title.length > 200),
	),
	rule(
		'lemmy',
		'rejected',
		'Title must be one line',
		['Tea cake', 'Tea\ncake'],
		(title) => places({ title }),
		titles((title) => title.includes('\n')),
	),
	note('lemmy', 'first file', pictures(1), pictures(2)),
	rule('lemmy', 'noted', 'posted to in turn', [1, 2], (count) =>
		places(...times(count, { title: 'Tea' })),
	),
	note('mewe', 'only pictures', pictures(1), { files: [picture(), video()] }),
	rule(
		'mewe',
		'mayPass',
		'no picture',
		[pictures(1), lasting(30)],
		(sample) => sample,
		({ files: [own] }) => own.length > 0 && own.every(isVideo),
	),
	rule(
		'gmb',
		'rejected',
		'before the start',
		['2026-12-02', '2026-12-01'],
		(end) => days('2026-12-02', end),
		ofSettings(endsEarly),
	),
	rule(
		'gmb',
		'rejected',
		'before the start',
		['10:00', '09:59'],
		(end) => days('2026-12-02', '2026-12-02', '10:00', end),
		ofSettings(endsEarly),
	),
	note('gmb', 'Offer', days('2026-12-01', '2026-12-02'), withSettings({ topicType: 'OFFER' })),
	note(
		'gmb',
		'Button Link',
		withSettings({ callToActionType: 'CALL', callToActionUrl: 'https://e.example' }),
		withSettings({ callToActionType: 'CALL' }),
	),
	note('gmb', 'today', days('2026-12-01', '2026-12-02'), days('2026-12-01', '')),
	note(
		'gmb',
		'phone number',
		withText('Open 10:00-18:00, 2026-12-01'),
		withText('Call 030 1234567'),
	),
	...SHOTS.map((size) => {
		const [width, height] = size.split('x').map(Number);
		return rule(
			'dribbble',
			'mayPass',
			'the size in pixels',
			[width, width + 1],
			(tried) => only(picture({ width: tried, height })),
			({ files: [own] }) => own.some((file) => !SHOTS.includes(`${file.width}x${file.height}`)),
			{ ...arriving('A picture must have 400x300 or 800x600 pixels'), opens: true },
		);
	}),
].flat();

// Whether a Hashnode publication is on a paid plan cannot be known: every post there gets a note.
const articles: Rule[] = [
	rule(
		'devto',
		'mayPass',
		'Tags',
		[62, 63],
		(count) => withSettings({ tags: numbered(a(62), a(count)) }),
		ofSettings((settings) => labels(settings.tags).join(', ').length > 126),
	),
	note('medium', 'Title', withSettings({ title: a(100) }), withSettings({ title: a(101) })),
	rule('medium', 'noted', 'Tags', [3, 4], (count) =>
		withSettings({ tags: tags(...'abcd'.slice(0, count)) }),
	),
	rule('medium', 'noted', 'Tags', [25, 26], (count) => withSettings({ tags: tags(a(count)) })),
	note('medium', 'draft', {}, withSettings({ publication: '1' })),
	rule(
		'listmonk',
		'mayPass',
		'Subject',
		['茶 A', '茶'],
		(subject) => withSettings({ subject }),
		ofSettings(
			({ subject }) => text(subject) !== '' && !/[a-z0-9]/i.test(text(subject).normalize('NFKD')),
		),
	),
	note('listmonk', '{{', withText('{ Tea }'), withText('{{ Tea }}')),
].flat();

/** The most characters in a part, as Postiz counts them; Slack itself accepts fewer. */
const characters: Rule[] = Object.entries(networks)
	.filter(([identifier, { max }]) => max < Infinity && identifier !== 'slack')
	.map(([identifier, { max }]) =>
		rule(
			identifier,
			'rejected',
			`${formatNumber(max + 1)} of ${formatNumber(max)} characters`,
			[max, max + 1],
			(count) => withText(a(count)),
		),
	);

/** Every rule, in the order in which Postiz checks them. */
export const rules: Rule[] = [...[limits, meta, clips, open, shops, articles, characters]].flat();

/** The rules of a network, under either of its identifiers. */
export function rulesOf(identifier: string): Rule[] {
	const [own = identifier] =
		Object.entries(networks).find(([, { alias }]) => alias === identifier) ?? [];
	return rules.filter((rule) => rule.networks.split(' ').includes(own));
}
