<?php
// PHP as WebAssembly has no sockets: what WordPress asks by http goes through the process that runs it
// (src/open-wordpress.ts).

add_filter('pre_http_request', function ($_, array $args, string $url) {
    $headers = array_map('strval', (array) $args['headers']);
    $body = is_array($args['body']) ? http_build_query($args['body']) : (string) $args['body'];
    $asked = ['url' => $url, 'method' => $args['method'], 'headers' => (object) $headers, 'body' => base64_encode($body), 'timeout' => $args['timeout']];
    $answer = json_decode(post_message_to_js(json_encode($asked)), true);
    if (isset($answer['error'])) return new WP_Error('http_request_failed', $answer['error']);
    $headers = new WpOrg\Requests\Utility\CaseInsensitiveDictionary();
    foreach ($answer['headers'] as [$name, $value]) $headers[$name] = isset($headers[$name]) ? [...(array) $headers[$name], $value] : $value;
    return [
        'headers' => $headers,
        'body' => base64_decode($answer['body']),
        'response' => ['code' => $answer['status'], 'message' => ''],
        'cookies' => [],
        'filename' => null,
    ];
}, 10, 3);

// Nothing on this site needs the world: no look for updates, no pictures of authors.
remove_action('init', 'wp_schedule_update_checks');
add_filter('pre_option_show_avatars', '__return_zero');
