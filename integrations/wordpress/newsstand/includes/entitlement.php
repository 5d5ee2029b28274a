<?php
// Posts for subscribers: the whole of one is sent only to whom the API lets read it. All others, and every feed, list,
// search and answer of the REST API, get the beginning.

declare(strict_types=1);

namespace Newsstand;

defined('ABSPATH') || exit;

const FOR_SUBSCRIBERS = '_newsstand_for_subscribers';
/** How many words of a post without an excerpt and without a "more" mark are its beginning. */
const TEASER = 55;

function is_for_subscribers(int $post): bool
{
    return get_post_meta($post, FOR_SUBSCRIBERS, true) === '1';
}

/** The session of the reader who asks, as the cookie is written; null for who has none. */
function session_cookie(): ?string
{
    $cookies = wp_unslash((string) ($_SERVER['HTTP_COOKIE'] ?? ''));
    return preg_match('/(?<=^|; )(?:__Host-|__Secure-)?sid=[\w-]+/', $cookies, $found) === 1 ? $found[0] : null;
}

/**
 * May whoever asks read the article at `$path`? A yes is kept for as long as the API says, where WordPress has an
 * object cache; a no never is.
 */
function may_read(string $path): bool
{
    static $known = [];
    if (isset($known[$path])) return $known[$path];
    $session = session_cookie();
    if ($session === null) return $known[$path] = false;
    $key = hash('sha256', "$session $path");
    $until = wp_cache_get($key, 'newsstand');
    if (is_int($until) && $until > time()) return $known[$path] = true;
    $answer = ask_api('/api/access/entitlement?' . http_build_query(['path' => $path]), ['Cookie' => $session]);
    $is_answered = $answer !== null && wp_remote_retrieve_response_code($answer) === 200;
    $said = $is_answered ? json_decode(wp_remote_retrieve_body($answer), true) : null;
    if (($said['entitled'] ?? null) !== true) return $known[$path] = false;
    $expires = strtotime((string) ($said['expires'] ?? '')) ?: 0;
    if ($expires > time()) wp_cache_set($key, $expires, 'newsstand', $expires - time());
    return $known[$path] = true;
}

/** The whole is for the page of the post itself, and for who may edit it. */
function shows_whole(\WP_Post $post): bool
{
    if (!is_for_subscribers($post->ID)) return true;
    if (current_user_can('edit_post', $post->ID)) return true;
    return is_singular() && !is_feed() && get_queried_object_id() === $post->ID && may_read(path_of($post));
}

function path_of(\WP_Post $post): string
{
    return (string) wp_parse_url((string) get_permalink($post), PHP_URL_PATH);
}

/**
 * What everybody may read: the excerpt, or what stands before the "more" mark, or the first words, of a short post at
 * most half. Nothing, where a password is asked first.
 */
function beginning(\WP_Post $post): string
{
    if (post_password_required($post)) return '';
    if (trim($post->post_excerpt) !== '') return wpautop(esc_html($post->post_excerpt));
    ['main' => $main, 'extended' => $rest] = get_extended($post->post_content);
    if ($rest !== '') return $main;
    // Blocks and shortcodes are left out before the words are counted: what they make may be what is sold.
    $text = wp_strip_all_tags(strip_shortcodes(excerpt_remove_blocks($post->post_content)));
    // As wp_trim_words counts: in some languages by letters.
    $letters = str_starts_with(wp_get_word_count_type(), 'characters');
    $words = preg_split($letters ? '//u' : '/\s+/u', trim($text), -1, PREG_SPLIT_NO_EMPTY) ?: [];
    $shown = min(TEASER, intdiv(count($words), 2));
    return wpautop(esc_html(html_entity_decode(wp_trim_words($text, $shown), ENT_QUOTES)));
}

// Before blocks and shortcodes of the rest are made.
add_filter('the_content', function (string $content): string {
    $post = get_post();
    // Before its password is given, it is WordPress's form that stands here.
    if (!$post instanceof \WP_Post || post_password_required($post) || shows_whole($post)) return $content;
    $is_page = is_singular() && get_queried_object_id() === $post->ID && !doing_filter('get_the_excerpt');
    return beginning($post) . ($is_page ? "\n<!-- wp:newsstand/login-paywall /-->" : '');
}, 1);

add_filter('get_the_excerpt', function (string $excerpt, \WP_Post $post): string {
    if (shows_whole($post) || trim($post->post_excerpt) !== '') return $excerpt;
    return trim(wp_strip_all_tags(strip_shortcodes(excerpt_remove_blocks(beginning($post)))));
}, 1, 2);

// What WordPress's own REST API says to who may not edit: there is no reader's question, and so no whole.
add_filter('rest_prepare_post', function (\WP_REST_Response $response, \WP_Post $post): \WP_REST_Response {
    if (!is_for_subscribers($post->ID) || current_user_can('edit_post', $post->ID)) return $response;
    $data = $response->get_data();
    if (isset($data['content'])) $data['content'] = ['rendered' => beginning($post), 'protected' => true];
    // The footnotes of the rest, which WordPress keeps beside the text.
    if (isset($data['meta']['footnotes'])) $data['meta']['footnotes'] = '';
    $response->set_data($data);
    return $response;
}, 10, 2);

// The block Latest Posts prints whole posts as they are stored, past all filters: it shows excerpts.
add_filter('render_block_data', function (array $block): array {
    if ($block['blockName'] === 'core/latest-posts') $block['attrs']['displayPostContentRadio'] = 'excerpt';
    return $block;
});

// A search looks at what everybody may read of such a post, lest it tell whether a word stands in the rest: at its
// title, and the excerpt that the publisher wrote. Who may edit others' posts searches all.
add_filter('posts_search', function (string $search, \WP_Query $query): string {
    global $wpdb;
    if ($search === '' || current_user_can('edit_others_posts')) return $search;
    $hidden = $wpdb->prepare(
        "EXISTS (SELECT 1 FROM {$wpdb->postmeta} hidden WHERE hidden.post_id = {$wpdb->posts}.ID AND hidden.meta_key = %s AND hidden.meta_value = '1')",
        FOR_SUBSCRIBERS,
    );
    $open = is_user_logged_in() ? '' : " AND {$wpdb->posts}.post_password = ''";
    foreach ((array) ($query->query_vars['search_terms'] ?? []) as $term) {
        // As WordPress reads it: a word with a minus is one that must not be there.
        $not = str_starts_with((string) $term, '-') ? 'NOT ' : '';
        $like = '%' . $wpdb->esc_like($not === '' ? (string) $term : substr((string) $term, 1)) . '%';
        $open .= $wpdb->prepare(" AND $not({$wpdb->posts}.post_title LIKE %s OR {$wpdb->posts}.post_excerpt LIKE %s)", $like, $like);
    }
    return " AND ((NOT $hidden$search) OR ($hidden$open))";
}, 10, 2);
// Nor may the order tell: WordPress puts first where a word stands in the text. Titles first, then excerpts, then by
// date.
add_filter('posts_search_orderby', function (string $order, \WP_Query $query): string {
    global $wpdb;
    $terms = array_filter((array) ($query->query_vars['search_terms'] ?? []), fn(mixed $term): bool => !str_starts_with((string) $term, '-'));
    if ($order === '' || $terms === [] || current_user_can('edit_others_posts')) return $order;
    $in = function (string $column) use ($wpdb, $terms): string {
        $each = array_map(
            fn(mixed $term): string => $wpdb->prepare("{$wpdb->posts}.$column LIKE %s", '%' . $wpdb->esc_like((string) $term) . '%'),
            $terms,
        );
        return implode(' AND ', $each);
    };
    return "(CASE WHEN {$in('post_title')} THEN 1 WHEN {$in('post_excerpt')} THEN 2 ELSE 3 END), {$wpdb->posts}.post_date DESC";
}, 10, 2);

// A page of such a post is never kept: a subscriber must not get a guest's, nor a guest a subscriber's.
add_action('wp', function (): void {
    if (is_singular() && is_for_subscribers(get_queried_object_id())) keep_out_of_caches();
});

add_action('wp_head', function (): void {
    $post = is_singular() ? get_queried_object() : null;
    if (!$post instanceof \WP_Post || !is_for_subscribers($post->ID)) return;
    $data = ['@context' => 'https://schema.org', '@type' => 'Article', 'headline' => get_the_title($post), 'isAccessibleForFree' => false];
    echo '<script type="application/ld+json">', wp_json_encode($data, JSON_HEX_TAG | JSON_HEX_AMP), "</script>\n";
});

// The switch: in the block editor a panel (subscribers-panel.js), whose value is a part of the post that it saves; in
// the classic one a box.
add_action('init', fn() => register_post_meta('post', FOR_SUBSCRIBERS, [
    'type' => 'boolean',
    'single' => true,
    'show_in_rest' => true,
    'auth_callback' => fn(bool $allowed, string $key, int $post): bool => current_user_can('edit_post', $post),
]));

// WordPress writes such a value after the post: a post that is closed is so before a word of it changes, and before
// anybody is told of it.
add_filter('rest_pre_insert_post', function (\stdClass|\WP_Error $prepared, \WP_REST_Request $request): \stdClass|\WP_Error {
    $given = $request['meta'][FOR_SUBSCRIBERS] ?? null;
    if (is_wp_error($prepared) || $given === null || !rest_sanitize_boolean($given)) return $prepared;
    if (isset($prepared->ID)) close_post((int) $prepared->ID);
    else $prepared->meta_input = [FOR_SUBSCRIBERS => '1'] + ($prepared->meta_input ?? []);
    return $prepared;
}, 10, 2);

add_action('enqueue_block_editor_assets', function (): void {
    if (get_current_screen()?->post_type !== 'post' || get_current_screen()->base !== 'post') return;
    $needs = ['wp-plugins', 'wp-edit-post', 'wp-editor', 'wp-data', 'wp-core-data', 'wp-components', 'wp-element', 'wp-i18n'];
    wp_enqueue_script('newsstand-subscribers-panel', plugins_url('subscribers-panel.js', FILE), $needs, VERSION, true);
    wp_set_script_translations('newsstand-subscribers-panel', 'newsstand', dirname(FILE) . '/languages');
});

add_action('add_meta_boxes', function (): void {
    add_meta_box('newsstand', 'Newsstand', function (\WP_Post $post): void {
        wp_nonce_field('newsstand_post', 'newsstand_nonce');
        printf(
            '<label><input type="checkbox" name="newsstand_for_subscribers" value="1" %s> %s</label>',
            checked(is_for_subscribers($post->ID), true, false),
            esc_html__('Subscribers only', 'newsstand'),
        );
        echo '<p class="description">', esc_html__('All others read the excerpt, or what stands before the "more" block.', 'newsstand'), '</p>';
        // Where posts have no values in the REST API, there is no panel.
    }, 'post', 'side', 'default', ['__back_compat_meta_box' => post_type_supports('post', 'custom-fields')]);
});

// A page cache that kept the post as it was lets it go: where a program closes it by its value alone, WordPress says no
// word of the post itself.
foreach (['added_post_meta', 'updated_post_meta', 'deleted_post_meta'] as $done) {
    add_action($done, function (mixed $ids, int $post, string $key): void {
        if ($key === FOR_SUBSCRIBERS) clean_post_cache($post);
    }, 10, 3);
}

/** What the box says of a post; null where its form was not sent, or not by who may edit. */
function said_in_box(int $post): ?bool
{
    $nonce = sanitize_text_field(wp_unslash((string) ($_POST['newsstand_nonce'] ?? '')));
    if (!wp_verify_nonce($nonce, 'newsstand_post') || !current_user_can('edit_post', $post)) return null;
    return isset($_POST['newsstand_for_subscribers']);
}

function close_post(int $post): void
{
    update_post_meta($post, FOR_SUBSCRIBERS, '1');
}

// Closed before the words change, opened after.
add_action('pre_post_update', function (int $post): void {
    if (get_post_type($post) === 'post' && said_in_box($post) === true) close_post($post);
});
add_action('save_post_post', function (int $post): void {
    $said = said_in_box($post);
    if ($said === true) close_post($post);
    elseif ($said === false) delete_post_meta($post, FOR_SUBSCRIBERS);
});
