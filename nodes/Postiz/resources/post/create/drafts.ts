import { checkPost, summarize } from '../../../channels/checkPost';
import { buildSettings } from '../../../channels/settings';
import { findTarget } from '../../../channels/targets';
import { joinTexts, toServiceContent, toTextTarget, type TextTarget } from '../../../text/content';
import type { Channel, ImageRef, PostItem } from '../../../transport/types';
import { Problem } from '../../../values/problem';
import type { ReadyPost } from '../../../publishing/deliver/requests';
import type { Draft, DraftedItem, WrittenItem, WrittenPart, WrittenPost } from './types';

/** An item that is read, and whose files are checked. */
type OpenedItem = Omit<WrittenItem, 'files'> & Pick<DraftedItem, 'files'>;

/**
 * The drafts of an item. Throws {@link Problem} for a channel that cannot be posted to, or that an
 * item of the form names twice.
 */
export function toDrafts({ posts, ...item }: OpenedItem, channels: Channel[]): DraftedItem {
	const drafts = posts.map((post) => toDraft(post, channels));
	drafts.forEach(({ target }, index) => {
		const first = drafts.findIndex((draft) => draft.target.id === target.id);
		if (first < index && posts[index].entry) {
			throw new Problem(
				`${target.label} is the same channel as Channel ${first + 1}`,
				'The post would be published there twice. Take one of them out. For two different posts, use two items.',
			);
		}
	});
	return { ...item, drafts };
}

/**
 * The post that an entry asks for: with the channel found, the settings built and the text in the form
 * that the network needs.
 */
function toDraft(post: WrittenPost, channels: Channel[]): Draft {
	const { entry, json, settingFiles } = post;
	const target = findTarget(post.choice, channels);
	const { identifier, provider } = target;
	const settings = entry
		? buildSettings(identifier, provider, entry, json)
		: { ...json, __type: identifier };
	const text = toTextTarget(provider, settings);
	const joins = post.joinsThread && provider?.ignoresThreads === true;
	return {
		target: {
			...target,
			isDetected: target.isDetected && entry !== undefined,
			isInForm: entry !== undefined && !target.isDetected,
		},
		settings,
		settingFiles,
		parts: joins ? [joinParts(post, text)] : post.parts.map((part) => toPart(part, post, text)),
	};
}

function toPart(
	{ text, ...part }: WrittenPart,
	{ format }: WrittenPost,
	target: TextTarget,
): Draft['parts'][number] {
	return { ...part, content: toServiceContent(text, format, target) };
}

function joinParts({ parts, format }: WrittenPost, target: TextTarget): Draft['parts'][number] {
	const texts = parts.map(({ text }) => text);
	return {
		content: joinTexts(texts, format, target),
		files: parts.flatMap(({ files }) => files),
	};
}

/** The post as the service wants it; `references` are those of the item's files, in their order. */
export function toPostItem(
	{ target, parts, settings, settingFiles }: Draft,
	references: ImageRef[],
): PostItem {
	const files = Object.entries(settingFiles).map(([name, place]) => {
		// A setting has no place for what else is known of a file, such as its alt text.
		const { id, path } = references[place];
		return [name, { id, path }] as const;
	});
	return {
		integration: { id: target.id },
		value: parts.map(({ content, delay, files: images }) => ({
			content,
			image: images.map((file) => (typeof file === 'number' ? references[file] : file)),
			...(delay === undefined ? {} : { delay }),
		})),
		settings: { ...settings, ...Object.fromEntries(files) },
	};
}

const NOTHING_SENT = 'Nothing was sent for this item.';
const SKIP = 'If your instance of Postiz allows this, turn on the option Skip Checks.';

/**
 * The posts of an item, checked with these references to its files. Throws {@link Problem} for what
 * the service would refuse.
 */
export function toPosts(
	{ drafts, fields, skipsChecks }: DraftedItem,
	references: ImageRef[],
): ReadyPost[] {
	const posts = drafts.map((draft, place) => ({
		place,
		target: draft.target,
		item: toPostItem(draft, references),
	}));
	if (skipsChecks) return posts;
	const type = fields.type === 'draft' ? 'draft' : 'schedule';
	const problems = posts.flatMap(({ item, target }) => checkPost(item, target, type));
	if (problems.length === 0) return posts;
	const mayPass = problems.every((problem) => problem.mayPass);
	throw Problem.from(summarize(problems, mayPass ? `${NOTHING_SENT} ${SKIP}` : NOTHING_SENT));
}

/** True if the network looks at how many pixels the files of this post have. */
export function hasSizeRule({ target: { provider }, parts }: Draft): boolean {
	const { sizes, equalSizes = false } = provider?.media ?? {};
	return sizes !== undefined || (equalSizes && parts[0].files.length > 1);
}
