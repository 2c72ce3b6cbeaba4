import { fileNamed, type MediaCase } from '../../service/recorded/posts.cjs';
import type { Values } from '../../service/schema.cjs';
import { uploadPicture } from '../files.cjs';
import type { Channel, Instance } from '../instance.cjs';
import { findChannels, inGroups, marked, recordedCases, toItem } from '../items.cjs';
import { MAX_POSTS, planJudged, type Judged } from '../sending.cjs';
import type { AreaPlan } from '../types.cjs';

/** What a network does with files; `400x300` is a picture of that size. */
type Rule = Pick<MediaCase, 'network' | 'title' | 'settings' | 'files' | 'taken' | 'message'>;
type Tried = Rule & { channel: Channel };

/** Of networks that refuse nothing, these are enough. */
const BROADEST = ['36 pictures', 'picture and video', 'video in a later part'];

/** Recorded cases, but of those that show the same only the first. */
function recordedRules(): Rule[] {
	// Kick refuses every post, whatever its files.
	const cases = recordedCases<MediaCase>('media.json').filter(({ network }) => network !== 'kick');
	const strict = new Set(cases.flatMap(({ taken, network }) => (taken ? [] : [network])));
	const shown = new Set<string>();
	return cases.filter(({ network, title, files, taken, message }) => {
		if (taken) return strict.has(network) || BROADEST.includes(title);
		const key = [network, message, files.length].join();
		return !shown.has(key) && shown.add(key);
	});
}

const SHOT = '400x300';
const ONE_FILE = {
	subreddit: [
		{ value: { subreddit: '/r/tea', title: 'Tea', type: 'media', is_flair_required: false } },
	],
};

const rule = (
	isTaken: boolean,
	network: string,
	title: string,
	files: string[],
	settings?: Values,
): Rule => ({ network, title, files: [files], settings, ...(isTaken && { taken: true }) });

/** What the recordings lack: limits that are just kept, and pictures that are measured. */
const MORE_RULES: Rule[] = [
	rule(true, 'bluesky', '4 pictures', Array<string>(4).fill('png')),
	rule(true, 'instagram', '10 pictures', Array<string>(10).fill('png')),
	rule(true, 'tumblr', '30 pictures and a video', [...Array<string>(30).fill('png'), 'mp4']),
	rule(true, 'tiktok-business', '35 pictures', Array<string>(35).fill('png')),
	rule(true, 'reddit', 'media, 1 picture', ['png'], ONE_FILE),
	rule(false, 'reddit', 'media, 2 pictures', ['png', 'png'], ONE_FILE),
	rule(true, 'dribbble', 'the small size', [SHOT]),
	rule(true, 'dribbble', 'the large size', ['800x600']),
	rule(false, 'dribbble', 'another size', ['300x400']),
	rule(false, 'dribbble', 'none', []),
	rule(false, 'dribbble', '2 pictures', [SHOT, '800x600']),
	rule(false, 'dribbble', 'video', ['mp4']),
	rule(true, 'pinterest', '5 pictures of one size', Array<string>(5).fill(SHOT)),
	rule(false, 'pinterest', '6 pictures', Array<string>(6).fill(SHOT)),
	rule(false, 'pinterest', 'two sizes', [SHOT, '800x600']),
	rule(false, 'pinterest', 'a video and 2 pictures', ['mp4', 'png', 'jpg']),
];

const KICK: Rule = {
	...rule(false, 'kick', 'text alone', []),
	message: 'an unknown value was passed to the validate function',
};

const nameOf = ({ network, title }: Rule) => `${network}, ${title}`;

async function fileOf(instance: Instance, kind: string): Promise<object> {
	const [, width, height] = /^(\d+)x(\d+)$/.exec(kind) ?? [];
	return width ? await uploadPicture(instance, Number(width), Number(height)) : fileNamed(kind);
}

async function itemOf(instance: Instance, { files, ...tried }: Tried): Promise<Values> {
	const value = [];
	for (const kinds of files) {
		const image: object[] = [];
		for (const kind of kinds) image.push(await fileOf(instance, kind));
		value.push(marked(image));
	}
	return await toItem(instance, { ...tried, value });
}

/** Files that must be taken, and files that must be refused: decided by the service alone. */
export function planMedia(instance: Instance): AreaPlan {
	const rules = [...recordedRules(), ...MORE_RULES, KICK];
	const { found, skipped } = findChannels(
		instance,
		rules,
		(rule) => `${nameOf(rule)}: ${rule.taken ? 'taken' : 'refused'}`,
	);
	const judged = found.map((tried): Judged => ({
		name: nameOf(tried),
		channel: tried.channel,
		isTaken: tried.taken === true,
		words: tried.message,
		make: async () => await itemOf(instance, tried),
	}));
	return [
		...planJudged(
			instance,
			inGroups(
				judged.filter(({ isTaken }) => isTaken),
				MAX_POSTS,
			),
			judged.filter(({ isTaken }) => !isTaken),
		),
		...skipped,
	];
}
