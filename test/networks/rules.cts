/**
 * What networks and Postiz reject, change or leave out, beyond settings (docs/api.md). The sandbox enforces it, and the
 * node is tested with a post that just keeps each rule, and one that just breaks it. Written by hand, independently of
 * the node. Limits are in limits.csv.
 */
import type { Values } from '../service/schema.cjs';
import { limits, type Rule } from './limits.cjs';
import {
	createText,
	isVideo,
	countLetters,
	toList,
	MB,
	createPicture,
	createPictures,
	toText,
	repeat,
	createVideo,
	createVideos,
} from './measures.cjs';
import {
	rejectOnArrival,
	createRule,
	createNote,
	createFileSample,
	createVideoSample,
	withText,
	withSettings,
	createThread,
	createTags,
	createNumberedTags,
	createPlaces,
	listLabels,
	checkSettings,
	checkTitles,
	POST,
	STORY,
	ARTICLE,
	CAROUSEL,
	DIRECT,
	WITH_AUDIO,
	isStory,
	isArticle,
	hasAudio,
	toStory,
	INSTAGRAMS,
	LINKEDINS,
	TIKTOKS,
	createCollaborators,
} from './ruleBuilders.cjs';
import { networks, formatNumber } from './table.cjs';

export type { Rule } from './limits.cjs';

const meta: Rule[] = [
	createRule(
		'instagram',
		'rejected',
		'Audio cannot',
		['post', 'story'],
		(type) => withSettings({ ...WITH_AUDIO, post_type: type }, createVideos(1)),
		checkSettings((settings) => hasAudio(settings) && isStory(settings)),
		rejectOnArrival('Audio can only be added to Reels, not to Stories'),
	),
	createNote(
		INSTAGRAMS,
		'no text',
		toStory(createPictures(1)),
		withText('Tea', withSettings(STORY, createPictures(1))),
	),
	createNote(
		INSTAGRAMS,
		'codec',
		createFileSample(createVideo({ codec: 'HEVC' })),
		createFileSample(createVideo({ codec: 'AV1' })),
	),
	createNote(
		INSTAGRAMS,
		'a story of its own',
		toStory(createPictures(1)),
		toStory(createPictures(2)),
	),
	createRule(
		INSTAGRAMS,
		'mayBeAccepted',
		'1 cover after the end',
		[30, 31],
		(coverAt) => createFileSample(createVideo({ coverAt })),
		({ files }) => files.flat().some(({ coverAt = 0, seconds = Infinity }) => coverAt > seconds),
	),
	createRule(
		INSTAGRAMS,
		'mayBeAccepted',
		'Collaborators',
		[1, 2],
		(count) => ({ ...createCollaborators('acme'), ...createPictures(count) }),
		({ files, settings }) => files[0].length > 1 && toList(settings.collaborators).length > 0,
	),
	createRule(
		INSTAGRAMS,
		'mayBeAccepted',
		'Collaborators',
		['acme', 'Acme Coffee'],
		(name) => createCollaborators(name),
		checkSettings((settings) =>
			listLabels(settings.collaborators).some((name) => /[^a-z\d._]/i.test(name)),
		),
	),
	createRule(
		INSTAGRAMS,
		'mayBeAccepted',
		'maximum is 3',
		[3, 4],
		(count) => createCollaborators(...repeat(count, 'acme')),
		checkSettings((settings) => toList(settings.collaborators).length > 3),
	),
	createRule(
		'instagram',
		'mayBeAccepted',
		'Volume of the Video must be 0',
		[{ video_volume: 0 }, {}],
		(volume) =>
			withSettings(
				{ ...POST, audio: { id: '1', ...volume } },
				createFileSample(createVideo({ isSilent: true })),
			),
		// Postiz mixes the music with the sound of the video, so there must be one.
		({ files, settings }) => {
			const { audio } = settings as { audio?: Values };
			const isMixed = Boolean(audio?.id) && audio?.video_volume !== 0;
			return isMixed && files.flat().some(({ isSilent }) => isSilent);
		},
	),

	createNote(
		'facebook',
		'only its first file',
		createThread('Tea', [createPicture()]),
		createThread('Tea', repeat(2, createPicture())),
	),
	createNote(
		'facebook',
		'address of Facebook',
		withText('See facebook.example.com'),
		withText('See www.facebook.com/acme'),
	),
	createNote(
		'facebook',
		'address of Facebook',
		withSettings({ url: 'https://e.example' }),
		withSettings({ url: 'https://facebook.com/acme' }),
	),
	createRule(
		'facebook',
		'mayBeAccepted',
		'Text Background',
		[130, 131],
		(count) => withText(createText(count), withSettings({ text_format_preset_id: '1' })),
		({ settings, files, texts: [own] }) =>
			Boolean(settings.text_format_preset_id) && (files[0].length > 0 || countLetters(own) > 130),
	),
	createNote('facebook', 'no text', toStory(createPictures(1)), {
		...toStory(createPictures(1)),
		text: 'Tea',
	}),
].flat();

const clips: Rule[] = [
	createNote(
		TIKTOKS,
		'codec',
		createFileSample(createVideo({ codec: 'VP9' })),
		createFileSample(createVideo({ codec: 'AV1' })),
	),
	createRule(
		'tiktok',
		'mayBeAccepted',
		'Only You',
		['FOLLOWER_OF_CREATOR', 'SELF_ONLY'],
		(level) =>
			withSettings(
				{ ...DIRECT, brand_content_toggle: true, privacy_level: level },
				createPictures(1),
			),
		checkSettings(
			({ content_posting_method: method, brand_content_toggle: isBrand, privacy_level: level }) =>
				method === 'DIRECT_POST' && isBrand === true && level === 'SELF_ONLY',
		),
	),
	createRule(
		TIKTOKS,
		'noted',
		'6 of 5 posts within 24 hours as Send to Inbox',
		[5, 6],
		(postsPerDay) => withSettings({ content_posting_method: 'UPLOAD' }, { postsPerDay }),
	),
	createRule(
		TIKTOKS,
		'noted',
		'Who Can View is Everyone',
		['FOLLOWER_OF_CREATOR', 'PUBLIC_TO_EVERYONE'],
		(level) => withSettings({ ...DIRECT, privacy_level: level }, createPictures(1)),
	),
	createRule(
		'tiktok-business',
		'noted',
		'no effect on videos',
		['PUBLIC_TO_EVERYONE', 'SELF_ONLY'],
		(level) => withSettings({ ...DIRECT, privacy_level: level }, createVideoSample(30)),
	),
	createRule('tiktok-business', 'noted', 'no effect on photos', ['no', 'yes'], (autoAddMusic) =>
		withSettings({ music: { id: '1' }, autoAddMusic }, createPictures(1)),
	),

	createRule(
		'youtube',
		'rejected',
		'Title has <',
		['Tea & cake', 'Tea > cake'],
		(title) => withSettings({ title }),
		checkSettings(({ title }) => /[<>]/.test(toText(title))),
	),
	createRule(
		'youtube',
		'rejected',
		'Text has <',
		['Tea & cake', '<p>Tea &lt; cake</p>'],
		withText,
		({ texts: [own] }) => /[<>]/.test(own),
		{ answer: 'invalidDescription' },
	),
	createRule(
		'youtube',
		'mayBeAccepted',
		'Tags',
		[248, 249],
		(count) => withSettings({ tags: createTags(`${createText(count)} ${createText(249)}`) }),
		// A tag with a space is put in quotes, which count.
		checkSettings(
			(settings) =>
				listLabels(settings.tags).reduce(
					(sum, tag) => sum + tag.length + (tag.includes(' ') ? 2 : 0),
					0,
				) > 500,
		),
		{ answer: 'invalidTags' },
	),
	createRule(
		'youtube',
		'mayBeAccepted',
		'Thumbnail must be',
		['png', 'webp'],
		(ending) =>
			withSettings(
				{ thumbnail: { id: '1', path: `https://e.example/a.${ending}` } },
				createVideoSample(200),
			),
		checkSettings(({ thumbnail }) =>
			/\.(gif|webp)$/.test(toText((thumbnail as Values | undefined)?.path)),
		),
		{ answer: 'imageFormatUnsupported' },
	),
	createRule('youtube', 'noted', 'Short', [181, 180], (seconds) =>
		withSettings(
			{ thumbnail: { id: '1', path: 'https://e.example/a.png' } },
			createVideoSample(seconds),
		),
	),
	createRule('youtube', 'noted', 'more than 2 MB', [2 * MB, 2 * MB + 1], (bytes) => ({
		...createVideoSample(200),
		settingFiles: { thumbnail: createPicture({ bytes }) },
	})),
].flat();

const open: Rule[] = [
	createNote(
		'x',
		'codec',
		createFileSample(createVideo({ codec: 'H.264' })),
		createFileSample(createVideo({ codec: 'HEVC' })),
	),
	createNote(
		'bluesky mastodon discord telegram',
		'codec',
		createFileSample(createVideo({ codec: 'AV1' })),
		createFileSample(createVideo({ codec: 'HEVC' })),
	),
	createRule(`x ${LINKEDINS}`, 'noted', '1 picture turned by EXIF', [false, true], (turned) =>
		createFileSample(createPicture({ turned })),
	),
	createRule('x', 'noted', 'Article Cover is turned by EXIF', [false, true], (turned) =>
		withSettings(ARTICLE, { settingFiles: { article_cover: createPicture({ turned }) } }),
	),
	createRule('bluesky', 'noted', '1 picture over 976 KB turned by EXIF', [976, 977], (kilobytes) =>
		createFileSample(createPicture({ turned: true, bytes: kilobytes * 1024 })),
	),
	createRule(
		'dribbble',
		'noted',
		'Team',
		[{}, { team: 'https://dribbble.com/acme' }],
		(settings: Values) => withSettings(settings),
	),
	createRule('warpcast', 'noted', 'posted to in turn', [1, 2], (count) =>
		createPlaces(...repeat(count, { id: 'tea' })),
	),
	createRule(
		'x',
		'rejected',
		'Article Status',
		['published', 'draft'],
		(status) => withSettings({ ...ARTICLE, article_status: status }, createThread('Tea')),
		({ settings, texts }) =>
			isArticle(settings) && settings.article_status === 'draft' && texts.length > 1,
		rejectOnArrival(
			'A draft article cannot have thread replies, remove them or publish the article',
		),
	),
	createRule('x', 'rejected', '5 files instead of at most 4', [ARTICLE, POST], (settings) =>
		withSettings(settings, createPictures(5)),
	),
	createRule(LINKEDINS, 'noted', '1 transparent picture', [false, true], (transparent) =>
		withSettings(CAROUSEL, {
			files: [createPicture(), createPicture({ ending: 'png', transparent })],
		}),
	),
	createRule(LINKEDINS, 'rejected', 'Comment Text', ['Nice', ''], (comment) =>
		withSettings({
			'plug--linkedin-add-comment--integrations': [{ id: 'Acme Roasters' }],
			'plug--linkedin-add-comment--comment': comment,
		}),
	),
].flat();

const EVENT = { topicType: 'EVENT', eventTitle: 'Tasting' };
const createEvent = (start: string, end: string, from?: string, to?: string) =>
	withSettings({
		...EVENT,
		eventStartDate: start,
		eventEndDate: end,
		...(from && { eventStartTime: from, eventEndTime: to }),
	});
const getDayAndTime = (settings: Values, end: 'Start' | 'End') =>
	[settings[`event${end}Date`], settings.eventStartTime && settings[`event${end}Time`]]
		.map(toText)
		.join(' ');
const endsEarly = (settings: Values) =>
	settings.topicType === 'EVENT' &&
	toText(settings.eventEndDate) !== '' &&
	getDayAndTime(settings, 'End') < getDayAndTime(settings, 'Start');
const isInHouse = (link: string) =>
	/^https?:\/\/(localhost|127\.\d|10\.\d|192\.168\.\d)/.test(link.toLowerCase());
const LEMMY_COVERS = ['png', 'jpg', 'gif'];
const SHOTS = ['400x300', '800x600'];

const shops: Rule[] = [
	createRule(
		'pinterest',
		'mayBeAccepted',
		'Link must be a public address',
		['http://10.example.com/menu', 'http://10.0.0.5/menu'],
		(link) => withSettings({ link }),
		checkSettings(({ link }) => isInHouse(toText(link))),
	),
	createRule(
		'pinterest',
		'mayBeAccepted',
		'Link',
		[2048, 2049],
		(count) => withSettings({ link: `https://e.example/${createText(count - 18)}` }),
		checkSettings(({ link }) => toText(link).length > 2048),
	),
	// It is published without the picture.
	createRule('reddit', 'rejected', 'Text or Link', [0, 1], (count) => ({
		...createPlaces({ type: 'self' }),
		...createPictures(count),
	})),
	createRule('reddit', 'noted', 'posted to in turn', [1, 2], (count) =>
		createPlaces(...repeat(count, { type: 'self', title: 'Tea' })),
	),
	createRule(
		'lemmy',
		'mayBeAccepted',
		'must begin with',
		['gif', 'webp'],
		(ending) => createFileSample(createPicture({ ending })),
		({ files: [[first]] }) => first !== undefined && !LEMMY_COVERS.includes(first.ending),
		rejectOnArrival('You can set only one picture for a cover'),
	),
	createRule('lemmy', 'rejected', 'Community needs an ID', ['1', null], (id) =>
		createPlaces({ subreddit: 'tea', id, title: 'Tea' }),
	),
	createRule('lemmy', 'mayBeAccepted', 'Title must have at least 2', ['Tea', 'T'], (title) =>
		createPlaces({ title }),
	),
	createRule(
		'lemmy',
		'rejected',
		'Title must be one line',
		['Tea', 'Te'],
		(title) => createPlaces({ title }),
		checkTitles((title) => title.length < 3),
	),
	createRule(
		'lemmy',
		'rejected',
		'Title must be one line',
		[200, 201],
		(count) => createPlaces({ title: createText(count) }),
		checkTitles((title) => title.length > 200),
	),
	createRule(
		'lemmy',
		'rejected',
		'Title must be one line',
		['Tea cake', 'Tea\ncake'],
		(title) => createPlaces({ title }),
		checkTitles((title) => title.includes('\n')),
	),
	createNote('lemmy', 'first file', createPictures(1), createPictures(2)),
	createRule('lemmy', 'noted', 'posted to in turn', [1, 2], (count) =>
		createPlaces(...repeat(count, { title: 'Tea' })),
	),
	createNote('mewe', 'only pictures', createPictures(1), {
		files: [createPicture(), createVideo()],
	}),
	createRule(
		'mewe',
		'mayBeAccepted',
		'no picture',
		[createPictures(1), createVideoSample(30)],
		(sample) => sample,
		({ files: [own] }) => own.length > 0 && own.every(isVideo),
	),
	createRule(
		'gmb',
		'rejected',
		'before the start',
		['2026-12-02', '2026-12-01'],
		(end) => createEvent('2026-12-02', end),
		checkSettings(endsEarly),
	),
	createRule(
		'gmb',
		'rejected',
		'before the start',
		['10:00', '09:59'],
		(end) => createEvent('2026-12-02', '2026-12-02', '10:00', end),
		checkSettings(endsEarly),
	),
	createNote(
		'gmb',
		'Offer',
		createEvent('2026-12-01', '2026-12-02'),
		withSettings({ topicType: 'OFFER' }),
	),
	createNote(
		'gmb',
		'Button Link',
		withSettings({ callToActionType: 'CALL', callToActionUrl: 'https://e.example' }),
		withSettings({ callToActionType: 'CALL' }),
	),
	createNote(
		'gmb',
		'today',
		createEvent('2026-12-01', '2026-12-02'),
		createEvent('2026-12-01', ''),
	),
	createNote(
		'gmb',
		'phone number',
		withText('Open 10:00-18:00, 2026-12-01'),
		withText('Call 030 1234567'),
	),
	...SHOTS.map((size) => {
		const [width, height] = size.split('x').map(Number);
		return createRule(
			'dribbble',
			'mayBeAccepted',
			'the size in pixels',
			[width, width + 1],
			(tried) => createFileSample(createPicture({ width: tried, height })),
			({ files: [own] }) => own.some((file) => !SHOTS.includes(`${file.width}x${file.height}`)),
			{ ...rejectOnArrival('A picture must have 400x300 or 800x600 pixels'), opens: true },
		);
	}),
].flat();

// Whether a Hashnode publication is on a paid plan cannot be known: every post there gets a note.
const articles: Rule[] = [
	createRule(
		'devto',
		'mayBeAccepted',
		'Tags',
		[62, 63],
		(count) => withSettings({ tags: createNumberedTags(createText(62), createText(count)) }),
		checkSettings((settings) => listLabels(settings.tags).join(', ').length > 126),
	),
	createNote(
		'medium',
		'Title',
		withSettings({ title: createText(100) }),
		withSettings({ title: createText(101) }),
	),
	createRule('medium', 'noted', 'Tags', [3, 4], (count) =>
		withSettings({ tags: createTags(...'abcd'.slice(0, count)) }),
	),
	createRule('medium', 'noted', 'Tags', [25, 26], (count) =>
		withSettings({ tags: createTags(createText(count)) }),
	),
	createNote('medium', 'draft', {}, withSettings({ publication: '1' })),
	createRule(
		'listmonk',
		'mayBeAccepted',
		'Subject',
		['茶 A', '茶'],
		(subject) => withSettings({ subject }),
		checkSettings(
			({ subject }) =>
				toText(subject) !== '' && !/[a-z0-9]/i.test(toText(subject).normalize('NFKD')),
		),
	),
	createNote('listmonk', '{{', withText('{ Tea }'), withText('{{ Tea }}')),
].flat();

/** The most characters in a part, as Postiz counts them; Slack itself accepts fewer. */
const characters: Rule[] = Object.entries(networks)
	.filter(([identifier, { max }]) => max < Infinity && identifier !== 'slack')
	.map(([identifier, { max }]) =>
		createRule(
			identifier,
			'rejected',
			`${formatNumber(max + 1)} of ${formatNumber(max)} characters`,
			[max, max + 1],
			(count) => withText(createText(count)),
		),
	);

/** Every rule, in the order in which Postiz checks them. */
export const rules: Rule[] = [...[limits, meta, clips, open, shops, articles, characters]].flat();

/** The rules of a network, under either of its identifiers. */
export function listNetworkRules(identifier: string): Rule[] {
	const [own = identifier] =
		Object.entries(networks).find(([, { alias }]) => alias === identifier) ?? [];
	return rules.filter((rule) => rule.networks.split(' ').includes(own));
}
