<?php
// Readers as WordPress's users, where the publisher wants it: who is logged in with us is logged in to WordPress, to
// comment and the like, and with no other right than to read. Nobody is taken for a user because of an address alone:
// anybody may have registered here with it.

declare(strict_types=1);

namespace Newsstand;

defined('ABSPATH') || exit;

/** Which reader a user is: the account's own name at the API, which stays when its address changes. */
const READER = '_newsstand_reader';
/** Who was nobody is not asked for again with each page, in seconds. */
const NOBODY_FOR = 60;

// On pages that no cache keeps, and before anything of them is sent.
add_action('wp', function (): void {
    if (setting('users') !== 'linked' || is_admin() || headers_sent()) return;
    $path = page_path();
    $is_own = $path !== null && in_array('own', PAGES[$path][2], true);
    if ($is_own || (is_singular() && is_for_subscribers(get_queried_object_id()))) follow_login();
}, 20);

/** The way out, where it leads through here, is one out of both. */
function leave_both(): void
{
    $user = setting('users') === 'linked' ? wp_get_current_user() : null;
    if ($user?->exists() && get_user_meta($user->ID, READER, true) !== '' && is_only_reader($user)) become(null);
}

/** Makes WordPress's login follow ours. */
function follow_login(): void
{
    $user = wp_get_current_user();
    $linked = $user->exists() ? (string) get_user_meta($user->ID, READER, true) : '';
    $reader = reader_now();
    // Nobody knows, because the API cannot be asked.
    if ($reader === false) return;
    if ($reader === null) {
        // Our login has ended: so has the one that came with it.
        if ($linked !== '' && is_only_reader($user)) become(null);
        return;
    }
    if ($linked === $reader['ref']) {
        keep_address($user, $reader);
        return;
    }
    // Whoever works here stays who they are.
    if ($user->exists() && !is_only_reader($user)) return;
    $other = user_of($reader, $user);
    if ($other !== null && is_only_reader($other)) become($other);
}

/**
 * The user that a reader is. One who is not linked yet is taken only by who is logged in as both; null where the
 * address is somebody else's here.
 */
function user_of(array $reader, \WP_User $current): ?\WP_User
{
    $found = get_users(['meta_key' => READER, 'meta_value' => $reader['ref'], 'number' => 1]);
    if ($found !== []) {
        keep_address($found[0], $reader);
        return $found[0];
    }
    $there = get_user_by('email', $reader['email']);
    if ($there !== false) {
        $is_free = $there->ID === $current->ID && get_user_meta($there->ID, READER, true) === '' && is_only_reader($there);
        if (!$is_free) return null;
        update_user_meta($there->ID, READER, $reader['ref']);
        // Whoever else registered here with this address has no way in any more; its reader has ours, and a letter to
        // their mailbox.
        wp_set_password(wp_generate_password(40), $there->ID);
        \WP_Session_Tokens::get_instance($there->ID)->destroy_all();
        return get_user_by('id', $there->ID) ?: null;
    }
    $id = wp_insert_user([
        'user_login' => 'reader-' . strtolower(wp_generate_password(12, false)),
        'user_pass' => wp_generate_password(40),
        'user_email' => $reader['email'],
        'display_name' => $reader['name'],
        'nickname' => $reader['name'],
        // Whatever the site gives to others who register.
        'role' => 'subscriber',
        'show_admin_bar_front' => 'false',
        'meta_input' => [READER => $reader['ref']],
    ]);
    return is_int($id) ? get_user_by('id', $id) ?: null : null;
}

/** Who changed their address with us has it here as well, unless another user has it. */
function keep_address(\WP_User $user, array $reader): void
{
    if (strcasecmp($user->user_email, $reader['email']) === 0 || email_exists($reader['email']) !== false || !is_only_reader($user)) return;
    // They are written to of it by us.
    add_filter('send_email_change_email', '__return_false');
    wp_update_user(['ID' => $user->ID, 'user_email' => $reader['email']]);
    remove_filter('send_email_change_email', '__return_false');
}

/** A login of ours is one of a reader: it opens nothing behind WordPress's door. */
function is_only_reader(\WP_User $user): bool
{
    return !is_super_admin($user->ID) && array_diff(array_keys(array_filter($user->allcaps)), ['read', 'level_0', 'subscriber']) === [];
}

function become(?\WP_User $user): void
{
    wp_clear_auth_cookie();
    if ($user !== null) wp_set_auth_cookie($user->ID);
    wp_set_current_user($user?->ID ?? 0);
}

/**
 * Who is logged in with us, if their mailbox is proved and it is not staff who looks at their account; null for nobody,
 * false where the API does not say.
 */
function reader_now(): array|false|null
{
    $session = session_cookie();
    if ($session === null) return null;
    $key = 'newsstand_nobody_' . hash('sha256', $session);
    if (get_transient($key) !== false) return null;
    $answer = ask_api('/api/account/subscriber', ['Cookie' => $session]);
    $status = $answer === null ? 0 : (int) wp_remote_retrieve_response_code($answer);
    $said = $status === 200 ? json_decode(wp_remote_retrieve_body($answer), true) : null;
    $account = ($said['view_only'] ?? null) === false ? $said['account'] ?? null : null;
    if (($account['email_proved'] ?? null) === true && is_email($account['email'] ?? '') && is_string($account['ref'] ?? null)) {
        $name = trim((string) ($account['name'] ?? ''));
        // An address is nobody's public name.
        $is_name = $name !== '' && !str_contains($name, '@');
        return ['ref' => $account['ref'], 'email' => $account['email'], 'name' => $is_name ? $name : __('Reader', 'newsstand')];
    }
    if ($status === 401) set_transient($key, 1, NOBODY_FOR);
    return in_array($status, [200, 401], true) ? null : false;
}
