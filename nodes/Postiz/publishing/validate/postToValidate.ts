import type { MediaFile } from '../../media/mediaFile';
import type { LimitedPost } from '../../posts/issues/partLimits';
import type { Issue } from '../../posts/issue';
import type { Origin } from '../../posts/desiredPost';
import type { TextInput } from '../../text/textInput';

/** A post on a channel, as far as validation needs it. */
export interface PostToValidate extends LimitedPost {
	/** `content` is the text as it is sent, and `source` as it was written. */
	parts: Array<{ content: string; source?: TextInput; files: MediaFile[]; delay?: number }>;
	settingFiles: Record<string, MediaFile>;
	origin: Origin;
	/** Keys of settings that the instance doesn't know. */
	unsupportedSettings?: string[];
	/** Issues of names that were looked up to get IDs. */
	nameIssues?: Issue[];
	/** The post was adapted, as far as that was possible; undefined if the form has no such option. */
	adapts?: boolean;
}
