/** What may be said of a post before it is sent. */
export interface Finding {
	level: 'error' | 'note';
	/** An error that Skip Validation passes. */
	mayPass?: boolean;
	field: string;
	message: string;
	remedy?: string;
	/** What only a person can do in the node. */
	forPerson?: string;
	/** Only the network refuses it, when the post is due. */
	isDue?: boolean;
	/** Of the whole item rather than of one channel. */
	ofItem?: boolean;
}
