import { withoutKey } from '../../values/postKey';
import { toPlannedPost, type CalendarPost } from '../../calendar/post';
import { findSettingChannels, withoutIdle } from '../../channels/settingChannels';
import { findTarget } from '../../channels/targets';
import { providerName } from '../../providers';
import type { FileSource } from '../../media/fileSource';
import type { Uploads } from '../../media/uploads';
import { toContent, textRulesFor, type TextRules } from '../../text/content';
import type { Channel } from '../../transport/types';
import { toFormPosts } from './formPosts';
import { carryOver } from './carryOver';
import { makeKey } from './key';
import { enteredSettings, followFiles, unknownKeys } from './settings';
import { withoutTitle, withTitle } from './titles';
import type {
	ItemOptions,
	Origin,
	PlannedItem,
	PlannedPart,
	PlannedPost,
	WrittenItem,
	WrittenPart,
	WrittenPost,
} from '../types';

/** The files that a post names. */
export const filesNamedBy = ({
	parts,
	settingFiles,
}: Pick<WrittenPost, 'parts' | 'settingFiles'>) => [
	...parts.flatMap(({ files }) => files),
	...Object.values(settingFiles),
];

/** Opens the files of an item that go to all its channels. */
export async function openItem({ written, previewsOnly }: WrittenItem, uploads: Uploads) {
	const posts = Array.isArray(written) ? written : [{ parts: written.parts, settingFiles: {} }];
	await uploads.open(posts.flatMap(filesNamedBy), previewsOnly);
}

interface Planning {
	channels: Channel[];
	uploads: Uploads;
	timezone: string;
	/** The existing posts to change, by channel ID. */
	existing?: ReadonlyMap<string, CalendarPost>;
}

/** Plans the posts of an item: channels, settings and texts. Throws {@link Problem} if a channel accepts no posts. */
export async function planItem(
	{ written, ...item }: WrittenItem,
	planning: Planning,
): Promise<PlannedItem> {
	const { channels, uploads } = planning;
	const { posts, disabled, unusedNetworks } = Array.isArray(written)
		? { posts: written, disabled: [], unusedNetworks: [] }
		: toFormPosts(written, channels);
	await uploads.open(posts.flatMap(filesNamedBy), item.previewsOnly);
	const corrections = new Set(item.corrections);
	return {
		...item,
		posts: posts.map((post) => {
			const own = { ...post, json: withoutKey(post.json) };
			return planPost(own, item, planning, corrections);
		}),
		corrections,
		disabled,
		unusedNetworks,
	};
}

function planPost(
	post: WrittenPost,
	item: ItemOptions,
	{ channels, uploads, timezone, existing }: Planning,
	corrections: Set<string>,
): PlannedPost {
	const { form } = post;
	const { skipsValidation, keeps, adapts } = item;
	const note = (correction: string) => corrections.add(correction);
	const target = findTarget(post.choice, channels);
	const { provider } = target;
	const there = existing?.get(target.id);
	const before = there && toPlannedPost(there);
	const isExact = !form && skipsValidation;
	const hasPresets = !before;
	const entered = enteredSettings(post, target, { isExact, hasPresets, timezone, note });
	const own = findSettingChannels(entered, target, channels);
	const all = { ...(before && withoutTitle(before.settings, provider, before.parts)), ...own };
	const { settings, notes } = form ? withoutIdle(all, provider) : { settings: all };
	const settingFiles = planSettingFiles(post.settingFiles, uploads);
	const files = post.parts.map((part) => part.files.map((file) => uploads.fileOf(file)));
	const isOnePart = adapts && provider?.ignoresThreads === true;
	const planned: PlannedPost = {
		origin: originOf(form),
		key: makeKey(item, { post, settings: own, provider, files, settingFiles }),
		target,
		settings,
		unlisted: unknownKeys(post.json, provider),
		parts: planParts(post, textRulesFor(provider, settings), uploads, isOnePart),
		settingFiles,
		adapts,
		notes,
	};
	const kept = before ? carryOver(planned, before, keeps) : planned;
	return isExact ? kept : withFollowing(kept, note);
}

/** The post with the settings that follow from its text and files. */
function withFollowing(post: PlannedPost, note: (correction: string) => void): PlannedPost {
	const { origin, target, settings, parts, adapts } = post;
	const { identifier, provider } = target;
	const titled = withTitle(settings, provider, parts, (name) => {
		if (origin !== 'json') return;
		note(`${providerName(identifier)}: ${name} is the first line of the text`);
	});
	return { ...post, settings: followFiles(titled, provider, parts, adapts) };
}

function originOf(form: WrittenPost['form']): Origin {
	if (!form) return 'json';
	return form.provider === undefined ? 'form' : 'formWithSettings';
}

/** The parts of a post for its network, as one if it takes no threads. */
function planParts(
	{ parts, format }: WrittenPost,
	rules: TextRules,
	uploads: Uploads,
	isOnePart: boolean,
): PlannedPart[] {
	if (!isOnePart || parts.length < 2) {
		return parts.map((part) => planPart(part, format, rules, uploads));
	}
	const written = { texts: parts.map(({ text }) => text), format };
	const files = parts.flatMap((part) => part.files.map((file) => uploads.fileOf(file)));
	return [{ content: toContent(written, rules), written, files }];
}

/** Renders the text of a part for its network, and adds its opened files. */
export function planPart(
	{ text, files, ...part }: WrittenPart,
	format: WrittenPost['format'],
	rules: TextRules,
	uploads: Uploads,
): PlannedPart {
	const written = { texts: [text], format };
	return {
		...part,
		content: toContent(written, rules),
		written,
		files: files.map((file) => uploads.fileOf(file)),
	};
}

/** Maps settings that name a file to the opened files. */
export function planSettingFiles(files: Record<string, FileSource>, uploads: Uploads) {
	return Object.fromEntries(
		Object.entries(files).map(([name, file]) => [name, uploads.fileOf(file)]),
	);
}
