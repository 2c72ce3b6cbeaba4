import { fetchWhetherLinksAreStripped } from '../../channels/strippedLinks';
import type { PostContent } from '../../posts/desiredPost';
import type { Issue } from '../../posts/issue';
import { fetchAndAddMaxLength } from '../../posts/limits/fetchAndAddMaxLength';
import { SETTING_PREFIX } from '../../posts/postUpdate';
import type { Run } from '../../posts/run/run';
import { fetchIssuesWithFileFacts } from './fetchIssuesWithFileFacts';
import { fetchUnsupportedSettings } from './fetchUnsupportedSettings';
import { findLinkIssues } from './findLinkIssues';
import { findPostIssues } from './findPostIssues';

/** An update to validate: the post before and after it. */
interface UpdateToValidate {
	before: PostContent;
	post: PostContent;
	/** The changes, named as in the output. */
	changed: string[];
	/** Whether the post is a draft after the update. */
	isDraft: boolean;
	/** Whether all of it must be valid, as Postiz hasn't accepted it as a scheduled post yet. */
	isBeingScheduled: boolean;
	skipsValidation?: boolean;
}

interface UpdateIssues {
	issues: Issue[];
	/** True if the post also has the issue without the update. */
	isExisting: (issue: Issue) => boolean;
}

/** Fetches the issues of a post after its update. May open files. Throws {@link Problem} if a request fails. */
export async function fetchUpdateIssues(
	{ before, post, changed, isDraft, isBeingScheduled, skipsValidation = false }: UpdateToValidate,
	run: Run,
): Promise<UpdateIssues> {
	const { fetchChannelCapabilities } = run;
	const changedSettings = changed.flatMap((name) =>
		name.startsWith(SETTING_PREFIX) ? name.slice(SETTING_PREFIX.length) : [],
	);
	const unsupportedSettings = skipsValidation
		? post.unknownSettings
		: await fetchUnsupportedSettings(
				post,
				fetchChannelCapabilities,
				isBeingScheduled ? undefined : changedSettings,
			);
	const { target } = await fetchAndAddMaxLength(post, fetchChannelCapabilities);
	const issues = await fetchIssuesWithFileFacts(
		{ ...post, target, unsupportedSettings },
		{ isDraft },
		run,
	);
	const isTextChanged = changed.includes('text') || changed.includes('thread');
	const isStripped =
		isTextChanged && (await fetchWhetherLinksAreStripped([post], fetchChannelCapabilities));
	const issuesBefore = findPostIssues({ ...before, target }, { isDraft });
	return {
		issues: [...issues, ...(isStripped ? findLinkIssues(post) : [])],
		isExisting: ({ message }) => issuesBefore.some((issue) => issue.message === message),
	};
}
